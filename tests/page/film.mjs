// A rendered game (datasets/game), or other photos, as a film that Chromium takes for its camera.

import { closeSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch, photo } from "./browser.mjs";

/** Frames a second of a file that Chromium takes for a camera. */
const RATE = 30;

/** Seconds that a frame stands: the first until the page and its server are ready, the last until the film may begin anew. */
const seconds = (index, count) => (index === 0 ? 12 : index === count - 1 ? 60 : 2);

const game = () => readdirSync(photo("game/frames")).sort().map((name) => photo(`game/frames/${name}`));

function write(file, photos) {
  const out = openSync(file, "w");
  photos.forEach((name, index) => {
    const frame = readFileSync(name);
    for (let i = 0; i < RATE * seconds(index, photos.length); i++) writeSync(out, frame);
  });
  closeSync(out);
}

/** A browser whose camera sees the game, or these photos one after the other, and what closes it. */
export async function beforeTheBoard(photos = game()) {
  const folder = mkdtempSync(join(tmpdir(), "kibitzer-film-"));
  const file = join(folder, "game.mjpeg");
  write(file, photos);
  const browser = await launch(["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${file}`]);
  const close = async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  };
  return { browser, close };
}
