// What people corrected, to be approved, mended or deleted, the most doubtful first.

import * as api from "./api.js";
import { Board, cellName } from "./board.js";
import { join, split } from "./geometry.js";
import { PhotoView } from "./photo.js";
import { ask } from "./ring.js";
import { preferred, say, speak } from "./texts.js";

const $ = (id) => document.getElementById(id);
const state = { entries: [], at: 0, cells: [], classes: {}, drawn: null };

const photo = new PhotoView($("stage"), { moved: (corners) => save(state.drawn, { corners }), chosen: choose });
const board = new Board($("board"), choose);
const entry = () => state.entries[state.at];
const isShown = (one) => one.id === entry()?.id;
const place = (one) => state.entries.findIndex(({ id }) => id === one.id);

function tell(text) {
  $("status").textContent = text;
}

/** What may be done with the entry: only what is seen is approved; what cannot be shown may still be deleted. */
function allow({ approve, remove }) {
  $("picture").hidden = !approve;
  $("approve").disabled = !approve;
  $("delete").disabled = !remove;
}

async function show() {
  const one = entry();
  const focused = document.activeElement;
  $("entry").hidden = !one;
  allow({ approve: false, remove: false });
  if (!one) return tell(say("review-none"));
  tell("");
  state.cells = one.cells.map(split);
  URL.revokeObjectURL(photo.url);
  try {
    const picture = await api.photoOf(one);
    if (!isShown(one)) return;
    photo.open(URL.createObjectURL(picture), one.width, one.height);
  } catch (error) {
    if (!isShown(one)) return;
    allow({ approve: false, remove: true });
    return tell(error.message);
  }
  allow({ approve: true, remove: true });
  draw();
  if (document.activeElement === document.body) focused?.focus();
  const kind = one.state === "approved" ? `, ${say("approved")}` : "";
  tell(`${say(one.game)}, ${say("review-place", { number: state.at + 1, count: state.entries.length })}${kind}`);
}

function draw() {
  const one = (state.drawn = entry());
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
  if (code === undefined || code === now || !isShown(one)) return;
  state.cells[row][column] = code;
  await save(entry(), { cells: state.cells.map(join) });
}

/** Keeps a change of an entry; whether it is kept and still shown. */
async function save(one, change) {
  try {
    const changed = await api.review(one.id, { state: one.state, ...change });
    if (place(one) >= 0) state.entries[place(one)] = changed;
    if (isShown(one)) draw();
    return isShown(one);
  } catch (error) {
    tell(error.message);
    return false;
  }
}

async function approve() {
  if ((await photo.flush()) === false) return;
  const one = entry();
  if (one === state.drawn && (await save(one, { state: "approved" }))) step(1);
}

async function remove() {
  const one = entry();
  photo.drop();
  try {
    await api.remove(`/v1/corrections/${one.id}`);
  } catch (error) {
    return tell(error.message);
  }
  const at = place(one);
  if (at < 0) return;
  state.entries.splice(at, 1);
  if (at < state.at) state.at -= 1;
  state.at = Math.min(state.at, Math.max(0, state.entries.length - 1));
  show();
}

function step(by) {
  photo.flush();
  state.at = Math.max(0, Math.min(state.entries.length - 1, state.at + by));
  show();
}

// The buttons know what may be done now.
const KEYS = { a: () => $("approve").click(), d: () => $("delete").click(), ArrowRight: () => step(1), ArrowLeft: () => step(-1) };

function listen() {
  $("approve").addEventListener("click", approve);
  $("delete").addEventListener("click", remove);
  $("next").addEventListener("click", () => step(1));
  $("previous").addEventListener("click", () => step(-1));
  addEventListener("resize", () => state.drawn && photo.place_());
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
