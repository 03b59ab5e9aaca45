// The page: a photo in, its board out, and what may be done with it.

import * as api from "./api.js";
import { Board, cellName } from "./board.js";
import { chip } from "./chips.js";
import { isContained, join, split } from "./geometry.js";
import { showPanel } from "./panels.js";
import { PhotoView } from "./photo.js";
import { ask } from "./ring.js";
import { offerToSend, showGiven } from "./send.js";
import { LANGUAGES, className, percent, preferred, say, speak } from "./texts.js";

const $ = (id) => document.getElementById(id);
const GAMES = ["auto", "chess", "checkers", "go", "qwirkle"];
const SIDES = ["bottom", "left", "top", "right"];

/** Everything that the page knows. */
const state = { info: null, file: null, asked: "auto", reading: null, cells: [], original: [], history: [], notation: "", before: null, score: null, mode: "correct", request: null, known: {}, set: JSON.parse(localStorage.getItem("set")) };

const photo = new PhotoView($("stage"), { moved: (corners) => read({ corners }), chosen: choose });
const board = new Board($("board"), choose);

// --- The question

function showGames() {
  $("games").replaceChildren(...GAMES.map((game) => chip("game", game, say(game), game === state.asked, () => (state.asked = game))));
}

/** Shows the first screen, with what was given to the server's owner. */
function showQuestion() {
  $("ask").hidden = false;
  showGiven($("given"), state.info, tell);
}

function take(file) {
  if (!file) return;
  photo.drop();
  if (state.reading) state.before = remembered();
  state.file = file;
  state.known = {};
  read();
}

/** The board of the photo before, to compare the next one with; of Qwirkle also the first one, until tiles of it are gone: then another game was begun. */
function remembered() {
  const { reading, notation, cells } = state;
  if (reading.game === "qwirkle" && !(state.start && isContained(state.start, cells))) state.start = cells.map((row) => [...row]);
  return { game: reading.game, notation, cells: cells.map((row) => [...row]) };
}

// --- Reading

function tell(text, kind = "") {
  $("status").className = `status ${kind}`;
  $("status").textContent = text;
}

/** Reads the photo with what is said of it now and was said before: the board's corners, where white sits, that there is a board. */
async function read(said = {}) {
  const known = Object.assign(state.known, said);
  state.request?.abort();
  const request = (state.request = new AbortController());
  offer();
  tell(say("reading"), "busy");
  try {
    // What is said of a board is said of the photo that is shown.
    const again = Boolean(known.corners || known.white || known.game);
    if (again) state.file = state.reading.file;
    const game = again ? state.reading.game : state.asked;
    const set = state.set?.id;
    const answer = await patiently(() => api.read(state.file, { game, set, ...known, signal: request.signal }), request);
    if (request.signal.aborted) return;
    if (answer.status === "read") show(answer);
    else refuse(answer);
    if (answer.status !== "read" && !again) {
      $("result").hidden = true;
      showQuestion();
    }
  } catch (error) {
    if (state.set && error.kind === "not-found") {
      hold(null);
      return read();
    }
    if (error.name !== "AbortError") fail(error, () => read());
  }
}

/** Keeps the set of pieces that the server was shown, or forgets it. */
function hold(set) {
  state.set = set;
  if (set) localStorage.setItem("set", JSON.stringify(set));
  else localStorage.removeItem("set");
}

/** What may be done about a set of one's own. */
const own = {
  /** Shows the server this photo as the start position of the set, and reads it again. */
  async teach() {
    state.request?.abort();
    const request = (state.request = new AbortController());
    offer();
    tell(say("learning"), "busy");
    try {
      hold(await patiently(() => api.reference(state.reading.file, { game: state.reading.game, signal: request.signal }), request));
      state.file = state.reading.file;
      read();
    } catch (error) {
      if (error.name !== "AbortError") fail(error, own.teach);
    }
  },
  forget() {
    hold(null);
    read();
  },
};

/** Asks again, a few times, where the server is busy. */
async function patiently(ask, request) {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (error.kind !== "busy" || tries === 5) throw error;
      tell(say("busy"), "busy");
      await new Promise((resolve) => setTimeout(resolve, 1000 * error.again));
      if (request.signal.aborted) throw new DOMException("", "AbortError");
    }
  }
}

function fail(error, again) {
  tell(error.message, "doubt");
  offer("retry", again);
}

/** What may be done about a reading that failed, on one button; nothing without a name. */
function offer(name, action) {
  $("retry-line").hidden = !name;
  if (!name) return;
  $("retry").textContent = say(name);
  $("retry").onclick = action;
}

/** Says that there is no board, and lets those who see one insist. */
function refuse({ refusal, message }) {
  const unnamed = refusal === "nothing_found" && state.asked === "auto";
  tell(unnamed ? `${message} ${say("name-game")}` : message, "doubt");
  if (refusal && !state.known.anyway) offer("anyway", () => read({ anyway: true }));
}

function show(answer) {
  const fresh = !state.reading || state.reading.file !== state.file;
  state.reading = Object.assign(answer, { file: state.file });
  state.cells = answer.cells.map(split);
  state.original = answer.cells.map(split);
  state.history = [];
  state.notation = answer.notation;
  state.score = null;
  state.violations = null;
  state.mode = "correct";
  $("ask").hidden = true;
  $("result").hidden = false;
  if (fresh) {
    URL.revokeObjectURL(photo.url);
    photo.open(URL.createObjectURL(state.file), answer.width, answer.height);
  }
  photo.show(answer.game, answer.rows, answer.columns, answer.corners, looks());
  if (fresh) {
    state.said = undefined;
    // The prisoners were another board's.
    if (state.count) Object.assign(state.count, { black: 0, white: 0 });
  }
  offer();
  refresh();
  if (fresh) scrollTo({ top: 0 });
  else if (state.said) write();
}

/** The cells to look at: those that are doubtful, as far as a person should look at all. */
function looks() {
  return state.reading.look_at.map(({ row, column }) => [row, column]);
}

// --- The board

const isCorrected = (row, column) => state.cells[row][column] !== state.original[row][column];

function refresh() {
  const { reading, cells } = state;
  const doubtful = new Set([...looks(), ...reading.uncertain.map(({ row, column }) => [row, column])].map(String));
  const owner = (row, column) => state.score && { 3: "b", 4: "w" }[state.score.values[row][column]];
  board.show(reading.game, cells, {
    doubtful: (row, column) => doubtful.has(`${row},${column}`),
    corrected: isCorrected,
    probability: (row, column) => reading.probabilities[row][column],
    owner: (row, column) => state.mode === "count" && owner(row, column),
    dead: (row, column) => state.mode === "count" && owner(row, column) && !cells[row][column].startsWith("."),
  });
  showModes();
  showRivals();
  showSides();
  showSentence();
  showDoubts();
  $("undo").hidden = state.history.length === 0;
  $("notation").value = state.notation;
  showPanel($("panel"), state, { refresh, fail, own });
  offerToSend($("send"), state, { corrected: isCorrected, tell });
}

function showModes() {
  const modes = state.reading.game === "go" ? ["correct", "count"] : [];
  $("modes").replaceChildren(...modes.map((mode) => chip("mode", mode, say(`mode-${mode}`), mode === state.mode, () => {
    state.mode = mode;
    refresh();
  })));
}

const concern = (name) => state.reading.concerns.some(({ about }) => about === name);

/** Which of the games that share a board it is, where that is not sure: to be put right with one tap. */
function showRivals() {
  const { reading, known } = state;
  const asked = concern("game");
  if (asked) state.rivals = [reading.game, reading.which_game.runner_up.game];
  $("which").hidden = !asked && !known.game;
  if ($("which").hidden) return;
  const now = known.game ?? reading.game;
  showChoice($("which"), asked, say(asked ? "which-game" : "game"), state.rivals.map((game) => chip("rival", game, say(game), game === now, () => read({ game }))));
}

/** Where white sits, to be put right with one tap. */
function showSides() {
  const { reading, known } = state;
  $("ways").hidden = !reading.orientation && !known.white;
  if ($("ways").hidden) return;
  const now = known.white ?? reading.orientation.white;
  const asked = concern("orientation");
  showChoice($("ways"), asked, say(asked ? "white-side" : "seat"), SIDES.map((side) => chip("side", side, say(`side-${side}`), side === now, () => read({ white: side }))));
}

/** Chips with a legend; whoever was at one of them stays there. */
function showChoice(fieldset, asked, legend, chips) {
  const [title, choices] = fieldset.children;
  fieldset.classList.toggle("asked", asked);
  title.textContent = legend;
  const focused = choices.contains(document.activeElement);
  choices.replaceChildren(...chips);
  if (focused) choices.querySelector(":checked").focus();
}

/** What is impossible about the board as it is now. */
const impossibilities = () => (state.violations ?? state.reading.violations).map(({ message }) => message);

/** How sure the reading is, in a sentence; of what a person has corrected nobody knows. */
function showSentence() {
  const { reading } = state;
  const corrected = state.cells.some((row, r) => row.some((_, c) => isCorrected(r, c)));
  const values = { game: say(reading.game), percent: percent(reading.confidence) };
  const found = concern("uncertain") ? "found-doubtful" : reading.check ? "found-check" : "found";
  const said = [say(corrected ? "corrected" : found, values)];
  const impossible = impossibilities();
  if (impossible.length) said.push(say("impossible", { reasons: impossible.join("; ") }));
  if (concern("presence")) said.push(say("presence"));
  if (concern("game")) said.push(say("which-game"));
  if (concern("orientation")) said.push(say("white-side"));
  if (reading.covered.length) said.push(say("covered", { cells: reading.covered.join(", ") }));
  if (reading.boards) said.push(say("boards", { count: reading.boards.length }));
  const doubtful = reading.check || (corrected && impossible.length);
  tell(said.join(" "), doubtful ? "doubt" : corrected ? "" : "sure");
}

function showDoubts() {
  const { reading } = state;
  const list = (reading.look_at.length ? reading.look_at : reading.uncertain).filter(({ row, column }) => !isCorrected(row, column));
  $("doubts").replaceChildren(...list.slice(0, 6).map(({ cell, row, column, read, probability }) => {
    const item = document.createElement("li");
    const button = Object.assign(document.createElement("button"), { type: "button" });
    button.textContent = say("doubt", { cell, piece: className(reading.game, read), percent: percent(probability) });
    button.addEventListener("click", () => choose(row, column, board.element(row, column)));
    item.append(button);
    return item;
  }));
}

async function choose(row, column, element) {
  const { reading, cells } = state;
  if (state.mode === "count" && state.score) return state.judgeGroup?.(row, column);
  const now = cells[row][column];
  const shares = reading.class_probabilities[row][column];
  const choices = reading.classes.map((code, i) => ({ code, probability: shares[i] })).sort((a, b) => b.probability - a.probability);
  const name = cellName(reading.game, cells.length, row, column);
  const code = await ask(element, { game: reading.game, name, now, choices });
  if (code === undefined || code === now) return;
  state.history.push([row, column, now]);
  put(row, column, code);
}

async function put(row, column, code) {
  state.cells[row][column] = code;
  state.score = null;
  refresh();
  await write();
}

/** Has the notation of the board as it is now. */
async function write() {
  const { reading, cells } = state;
  const values = { game: reading.game, cells: cells.map(join) };
  if (values.game === "chess") Object.assign(values, state.said);
  try {
    const { notation, violations } = await api.notation(values);
    if (state.reading !== reading) return;
    Object.assign(state, { notation, violations });
    offer();
    refresh();
  } catch (error) {
    if (state.reading !== reading) return;
    // King or rook may have been put right: nobody castles then.
    const castles = (values.castling ?? "-") !== "-" && error.kind === "invalid-option";
    if (!castles) return fail(error, write);
    state.said.castling = "-";
    return write();
  }
}

function undo() {
  const [row, column, code] = state.history.pop();
  put(row, column, code);
}

// --- Notation

async function copy() {
  if (navigator.clipboard) await navigator.clipboard.writeText($("notation").value);
  else {
    // Pages that are not secure have no clipboard.
    $("notation").select();
    document.execCommand("copy");
  }
  $("copy").textContent = say("copied");
  setTimeout(() => ($("copy").textContent = say("copy")), 2000);
}

function again() {
  state.before = remembered();
  showQuestion();
  $("result").hidden = true;
  tell("");
  $("file").focus();
  scrollTo({ top: 0 });
}

// --- The start

async function setLanguage(code) {
  localStorage.setItem("language", code);
  await speak(code);
  showGames();
  showGiven($("given"), state.info, tell);
  if (state.reading) sayAgain();
}

/** Shows the board in another language, and has what the server said of it said again. */
function sayAgain() {
  const { verdict, notation } = state;
  state.score = null;
  refresh();
  if (impossibilities().length) write();
  if (verdict?.of === notation) verdict.again();
}

function listen() {
  for (const id of ["file", "chosen"]) {
    $(id).addEventListener("change", () => {
      take($(id).files[0]);
      $(id).value = "";
    });
  }
  addEventListener("paste", (event) => take([...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith("image/"))));
  addEventListener("dragover", (event) => {
    event.preventDefault();
    $("drop").classList.add("over");
  });
  addEventListener("dragleave", () => $("drop").classList.remove("over"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    $("drop").classList.remove("over");
    take(event.dataTransfer?.files[0]);
  });
  addEventListener("resize", () => state.reading && photo.place_());
  $("undo").addEventListener("click", undo);
  $("another").addEventListener("click", again);
  $("copy").addEventListener("click", copy);
  $("share").hidden = !navigator.share;
  $("share").addEventListener("click", () => navigator.share({ text: $("notation").value }).catch(() => {}));
  $("language").replaceChildren(...Object.entries(LANGUAGES).map(([code, name]) => new Option(name, code)));
  $("language").addEventListener("change", () => setLanguage($("language").value));
}

async function start() {
  listen();
  const code = preferred();
  $("language").value = code;
  await setLanguage(code);
  navigator.serviceWorker?.register("/sw.js").catch(() => {});
  try {
    state.info = await api.info();
    $("review-link").hidden = !state.info.corrections;
    showGiven($("given"), state.info, tell);
  } catch (error) {
    fail(error, () => location.reload());
  }
}

start();
