// What people corrected, to be approved, mended or deleted, the most doubtful first.

import * as api from "./api.js";
import { Board, cellName } from "./board.js";
import { join, split } from "./geometry.js";
import { PhotoView } from "./photo.js";
import { ask } from "./ring.js";
import { preferred, say, speak } from "./texts.js";

const $ = (id) => document.getElementById(id);
const state = { entries: [], at: 0, cells: [], corners: null, classes: {} };

const photo = new PhotoView($("stage"), { moved: (corners) => save({ corners }), chosen: choose });
const board = new Board($("board"), choose);
const entry = () => state.entries[state.at];

function tell(text) {
  $("status").textContent = text;
}

async function show() {
  const one = entry();
  $("entry").hidden = !one;
  if (!one) return tell(say("review-none"));
  const kind = one.state === "approved" ? `, ${say("approved")}` : "";
  tell(`${say(one.game)}, ${say("review-place", { number: state.at + 1, count: state.entries.length })}${kind}`);
  state.cells = one.cells.map(split);
  URL.revokeObjectURL(photo.url);
  try {
    const picture = await api.photoOf(one);
    if (one !== entry()) return;
    photo.open(URL.createObjectURL(picture), one.width, one.height);
  } catch (error) {
    return tell(error.message);
  }
  draw();
}

function draw() {
  const one = entry();
  const [rows, columns] = [state.cells.length, state.cells[0].length];
  const read = one.read?.map(split);
  const differs = (row, column) => Boolean(read) && read[row]?.[column] !== state.cells[row][column];
  const changed = state.cells.flatMap((row, r) => row.map((_, c) => [r, c])).filter(([r, c]) => differs(r, c));
  photo.show(one.game, rows, columns, one.corners, changed);
  board.show(one.game, state.cells, { doubtful: () => false, corrected: differs, probability: () => one.confidence ?? 0 });
  $("changed").textContent = changed.length ? say("changed-cells", { cells: changed.map(([r, c]) => cellName(one.game, rows, r, c)).join(", ") }) : "";
}

async function choose(row, column, element) {
  const one = entry();
  const now = state.cells[row][column];
  const choices = state.classes[one.game].map(({ code }) => ({ code, probability: 0 }));
  const code = await ask(element, { game: one.game, name: cellName(one.game, state.cells.length, row, column), now, choices });
  if (code === undefined || code === now) return;
  state.cells[row][column] = code;
  await save({ cells: state.cells.map(join) });
}

/** Keeps a change of the entry that is shown; false where it could not be kept. */
async function save(change) {
  const one = entry();
  try {
    const changed = await api.review(one.id, { state: one.state, ...change });
    const [at, isShown] = [state.entries.indexOf(one), one === entry()];
    if (at >= 0) state.entries[at] = changed;
    if (isShown) draw();
    return isShown;
  } catch (error) {
    tell(error.message);
    return false;
  }
}

async function approve() {
  if (entry() && (await save({ state: "approved" }))) step(1);
}

async function remove() {
  const one = entry();
  if (!one) return;
  try {
    await api.remove(`/v1/corrections/${one.id}`);
  } catch (error) {
    return tell(error.message);
  }
  const at = state.entries.indexOf(one);
  if (at < 0) return;
  state.entries.splice(at, 1);
  if (at < state.at) state.at -= 1;
  state.at = Math.min(state.at, Math.max(0, state.entries.length - 1));
  show();
}

function step(by) {
  state.at = Math.max(0, Math.min(state.entries.length - 1, state.at + by));
  show();
}

const KEYS = { a: approve, d: remove, ArrowRight: () => step(1), ArrowLeft: () => step(-1) };

function listen() {
  $("approve").addEventListener("click", approve);
  $("delete").addEventListener("click", remove);
  $("next").addEventListener("click", () => step(1));
  $("previous").addEventListener("click", () => step(-1));
  addEventListener("resize", () => entry() && photo.place_());
  addEventListener("keydown", (event) => {
    // Cells, corners and choices have arrow keys of their own.
    const own = event.target.closest?.(".cell, .handle, .ring");
    if (event.ctrlKey || event.metaKey || event.altKey || own || !$("ring").hidden) return;
    // A key that is held deletes one entry, not all.
    if (event.repeat && !event.key.startsWith("Arrow")) return;
    KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key]?.();
  });
}

async function start() {
  listen();
  await speak(preferred());
  try {
    const [info, entries] = await Promise.all([api.info(), api.corrections()]);
    for (const { id, classes } of info.games) state.classes[id] = classes;
    state.entries = entries;
    show();
  } catch (error) {
    tell(error.message);
  }
}

start();
