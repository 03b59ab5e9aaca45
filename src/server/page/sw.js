// Keeps the page for when the server cannot be reached: what it asks the server is never kept.

const PAGE = "page-2";
const FILES = ["/", "/live", "/manifest.webmanifest", ...["style.css", "app.js", "api.js", "board.js", "camera.js", "chips.js", "clock.js", "geometry.js", "live.js", "panels.js", "photo.js", "pieces.js", "ring.js", "send.js", "texts.js", "icon.svg"].map((name) => `/assets/${name}`), ...["en", "pl", "fi", "ro", "zh"].map((code) => `/messages/${code}.json`)];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(PAGE).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = async () => {
    for (const name of await caches.keys()) if (name !== PAGE) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(old());
});

// The server's own copy first, so that a new version shows at once.
self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || !FILES.includes(pathname)) return;
  const newest = async () => {
    const cache = await caches.open(PAGE);
    try {
      const answer = await fetch(event.request);
      if (answer.ok) await cache.put(pathname, answer.clone());
      return answer;
    } catch {
      return (await cache.match(pathname)) ?? Response.error();
    }
  };
  event.respondWith(newest());
});
