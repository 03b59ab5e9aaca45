// What the page asks of the server.

import { has, language, say } from "./texts.js";

/** Why a request was not answered, in words for a person. */
export class Problem extends Error {
  constructor(message, kind, again = 0) {
    super(message);
    this.kind = kind;
    this.again = again;
  }
}

const GAMES = "/v1/games";
const TOKEN = "token";
takeToken();

/** The token comes in the address that the server prints, and does not stay there. */
function takeToken() {
  const found = /[#&]token=([^&]+)/.exec(location.hash);
  if (!found) return;
  localStorage.setItem(TOKEN, decodeURIComponent(found[1]));
  const rest = location.hash.slice(1).split("&").filter((part) => !part.startsWith("token=")).join("&");
  history.replaceState(null, "", `${location.pathname}${location.search}${rest && `#${rest}`}`);
}

/** What lets this page ask for something: the code of a link to a game, for that game, or the token. */
function bearer(path) {
  const [, game] = /[#&]game=([0-9a-f]+)/.exec(location.hash) ?? [];
  const [, code] = /[#&]watch=([0-9a-f]+)/.exec(location.hash) ?? [];
  return code && path.startsWith(`${GAMES}/${game}`) ? code : localStorage.getItem(TOKEN);
}

/** Kinds of problems whose details are for programs. */
const TECHNICAL = ["no-board", "board-hidden"];

/** What is wrong, in the language of the page: details are in English. */
function inWords(kind, detail) {
  if (detail && language === "en" && !TECHNICAL.includes(kind)) return detail;
  return has(`problem-${kind}`) ? say(`problem-${kind}`) : say("problem-other");
}

async function ask(path, options = {}) {
  const headers = new Headers(options.headers);
  const token = bearer(path);
  if (token) headers.set("authorization", `Bearer ${token}`);
  let answer;
  try {
    answer = await fetch(path, { ...options, headers });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(say("offline"), "offline");
  }
  if (answer.ok) return answer;
  const details = await answer.json().catch(() => ({}));
  const kind = (details.type ?? "").split("/").pop();
  if (answer.status === 401) throw new Problem(say("token"), kind);
  if (answer.status === 503) throw new Problem(say("busy"), kind, Number(answer.headers.get("retry-after")) || 1);
  throw new Problem(inWords(kind, details.detail), kind);
}

const json = async (path, options) => (await ask(path, options)).json();

function form(values) {
  const data = new FormData();
  for (const [name, value] of Object.entries(values)) {
    for (const one of [value].flat()) if (one !== undefined && one !== null && one !== "") data.append(name, one);
  }
  return data;
}

/** A photo without its name or the type that the system guesses from it: the server looks for itself. */
const plain = (file) => new Blob([file], { type: "application/octet-stream" });

export const info = () => json("/v1/info");

export function read(file, { game, corners, white, set, anyway, signal }) {
  const about = new URLSearchParams({ game, lang: language, probabilities: "all" });
  if (corners) about.set("corners", corners.map((corner) => corner.map((n) => n.toFixed(2)).join(",")).join(" "));
  if (set) about.set("set", set);
  if (white) about.set("white", white);
  if (anyway) about.set("anyway", "true");
  const headers = { "content-type": "application/octet-stream" };
  return json(`/v1/read?${about}`, { method: "POST", body: plain(file), headers, signal });
}

const post = (path, values) =>
  json(path, { method: "POST", body: JSON.stringify({ ...values, lang: language }), headers: { "content-type": "application/json" } });

export function reference(file, { game, signal }) {
  const body = form({ game });
  body.append("photo", plain(file), "photo");
  return json("/v1/references", { method: "POST", body, signal });
}

export const notation = (values) => post("/v1/notation", values);
export const judge = (values) => post("/v1/judge", values);
export const score = (values) => post("/v1/score", values);

export function send(file, label) {
  const body = form({ label: JSON.stringify(label) });
  body.append("photo", plain(file), "photo");
  return json("/v1/corrections", { method: "POST", body });
}

export const remove = (path) => ask(path, { method: "DELETE" });
export const corrections = async () => (await json("/v1/corrections")).corrections;
export const photoOf = async (entry) => (await ask(entry.photo)).blob();
export const review = (id, change) =>
  json(`/v1/corrections/${id}`, { method: "PUT", body: JSON.stringify(change), headers: { "content-type": "application/json" } });
export const document_ = () => json("/openapi.json");

// Games that are followed.

const deed = (name) => (id) => json(`${GAMES}/${id}/${name}`, { method: "POST" });
export const begin = (values) => post(GAMES, values);
export const game = (id) => json(`${GAMES}/${id}`);
export const record = (id) => json(`${GAMES}/${id}/record`);
export const [undo, pass, accept, finish] = ["undo", "pass", "accept", "finish"].map(deed);
export const frame = (id, jpeg) => json(`${GAMES}/${id}/frames`, { method: "POST", body: jpeg, headers: { "content-type": "image/jpeg" } });

/** The events of a game after one of that number, as they happen. (An EventSource could not say the token.) */
export async function* events(id, after) {
  const answer = await ask(`${GAMES}/${id}/events?after=${after}`);
  let rest = "";
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  // A stream that breaks off is no answer either.
  const next = () => reader.read().catch(() => Promise.reject(new Problem(say("offline"), "offline")));
  for (let piece; !(piece = await next()).done; ) {
    const blocks = (rest + piece.value).split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) {
      const data = block.split("\n").find((line) => line.startsWith("data:"));
      if (data) yield JSON.parse(data.slice(5));
    }
  }
}

export { ask };
