// A rendered game (datasets/game) as a film that Chromium takes for its camera.

import { closeSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { launch, photo } from "./browser.mjs";

/** Frames a second of a file that Chromium takes for a camera. */
const RATE = 30;

/** Seconds that a frame stands: the first until the page and its server are ready, the last until the film may begin anew. */
const seconds = (index, count) => (index === 0 ? 12 : index === count - 1 ? 60 : 2);

function write(file) {
  const names = readdirSync(photo("game/frames")).sort();
  const out = openSync(file, "w");
  names.forEach((name, index) => {
    const frame = readFileSync(photo(`game/frames/${name}`));
    for (let i = 0; i < RATE * seconds(index, names.length); i++) writeSync(out, frame);
  });
  closeSync(out);
}

/** A browser whose camera sees the game, and what closes it. */
export async function beforeTheBoard() {
  const folder = mkdtempSync(join(tmpdir(), "kibitzer-film-"));
  const file = join(folder, "game.mjpeg");
  write(file);
  const browser = await launch(["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream", `--use-file-for-fake-video-capture=${file}`]);
  const close = async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  };
  return { browser, close };
}
