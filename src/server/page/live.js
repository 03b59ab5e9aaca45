// A game that is followed as it is played: the camera's frames go to the server, what happens comes back. Others watch by a link.

import * as api from "./api.js";
import { Board } from "./board.js";
import { Camera } from "./camera.js";
import { chip } from "./chips.js";
import { clocks, text } from "./clock.js";
import { split } from "./geometry.js";
import { LANGUAGES, language, preferred, say, speak } from "./texts.js";

const $ = (id) => document.getElementById(id);
const GAMES = ["chess", "checkers", "go", "qwirkle"];
const LAST = "live";

/** Milliseconds from one frame to the next, at least. */
const PACE = 100;

/** Milliseconds after which whoever watches asks again, while no event says when the board is free, or understood, again. */
const AGAIN = 2500;
const PASSING = ["busy", "lost", "unclear"];

const state = { game: "chess", id: null, code: null, live: null, running: false, limits: { minutes: 0, increment: 0 }, before: null, lang: language, ahead: 0, watched: null, sent: null };
const camera = new Camera($("camera"));
const board = new Board($("board"), () => {});

// --- Showing

function fault(message) {
  $("fault").hidden = !message;
  $("fault").textContent = message ?? "";
}

/** What the moves are, and what is drawn of the board, to see whether they change. */
const told = (live) => JSON.stringify(live?.moves.map(({ number, move }) => [number, move]));
const drawn = (live) => JSON.stringify([live?.board?.notation, live?.standing, live?.wrong]);

/** Shows how the game stands. */
function show(live) {
  const moved = told(live) !== told(state.live);
  const former = state.live;
  // The server's clock may be another one than this.
  if (live.now_s !== former?.now_s) state.ahead = Date.now() / 1000 - live.now_s;
  state.live = live;
  showLanguage();
  const hidden = live.standing === "busy" || live.standing === "lost";
  $("sight").textContent = hidden ? live.message : "";
  if (!hidden) {
    $("message").textContent = live.message || say("waiting");
    $("message").className = `message ${live.standing}`;
  } else if (!$("message").textContent) $("message").textContent = say("waiting");
  $("accept").hidden = live.standing !== "wrong" || !state.running;
  $("undo").hidden = !live.moves.length || !state.running;
  // No photo shows a pass.
  $("pass").hidden = live.game !== "go" || !live.board || live.over || !state.running;
  $("save").disabled = !live.moves.length;
  if (live.board && drawn(live) !== drawn(former)) drawBoard(former);
  if (moved) drawMoves();
  tick();
}

/** Says in which language the game speaks, where the page's is another one. */
function showLanguage() {
  $("game-language").hidden = state.lang === language;
  $("game-language").textContent = say("game-language", { language: LANGUAGES[state.lang] });
}

function drawBoard(former) {
  const { game, board: now, wrong } = state.live;
  const cells = now.cells.map(split);
  if (former?.board && former.board.notation !== now.notation) state.before = former.board.cells.map(split);
  const marked = new Set(wrong.map(String));
  board.show(game, cells, {
    doubtful: (row, column) => marked.has(`${row},${column}`),
    corrected: () => false,
    moved: (row, column) => Boolean(state.before) && state.before[row]?.[column] !== cells[row][column],
  });
}

function drawMoves() {
  const { moves } = state.live;
  $("moves").replaceChildren(...moves.map(({ side, move, number }) => {
    const item = document.createElement("li");
    item.textContent = move === "pass" ? say("pass") : move;
    item.value = number;
    if (side) item.className = side;
    return item;
  }));
  $("moves").scrollTop = $("moves").scrollHeight;
}

/** Shows the clocks of this moment. */
function tick() {
  const { live, limits } = state;
  const now = live?.board ? clocks(live, Date.now() / 1000 - state.ahead, limits) : null;
  $("clocks").hidden = !now || live.game === "qwirkle";
  if ($("clocks").hidden) return;
  for (const side of ["white", "black"]) {
    const seconds = now.seconds[side];
    const place = $(`clock-${side}`);
    place.textContent = `${say(side)} ${text(seconds)}`;
    place.className = now.running === side ? "running" : "";
    if (limits.minutes && seconds === 0) place.textContent += ` – ${say("time-up")}`;
  }
}

/** Says an event aloud. */
function sayAloud(event) {
  if (!$("spoken").checked || !("speechSynthesis" in window)) return;
  const said = event.event === "move" ? (event.said?.join(" ") || event.move) : event.message;
  const heard = ["move", "verdict", "taken-back", "all-right", "game-over"].includes(event.event);
  if (!said || !heard) return;
  const voice = new SpeechSynthesisUtterance(said);
  // The game speaks the language that it was begun in.
  voice.lang = state.lang;
  speechSynthesis.speak(voice);
}

// --- Following

async function begin(id) {
  fault();
  for (const name of ["begin", "go-on"]) $(name).disabled = true;
  try {
    await camera.open();
    const game = id ? await api.game(id) : await api.begin({ game: state.game, ...clock() });
    play(game, true);
    localStorage.setItem(LAST, JSON.stringify({ id: game.id }));
    follow();
  } catch (error) {
    camera.close();
    if (error.kind === "not-found") forget();
    fault(error.message);
  }
  for (const name of ["begin", "go-on"]) $(name).disabled = false;
}

/** The clocks that were asked for. */
function clock() {
  const [minutes, increment] = ["minutes", "increment"].map((name) => Number($(name).value) || 0);
  return minutes && state.game !== "qwirkle" ? { clock: minutes, increment } : {};
}

/** Shows the game instead of the questions. */
function play({ id, live, asked, watch: code }, running) {
  const limits = { minutes: asked.clock ?? 0, increment: asked.increment ?? 0 };
  Object.assign(state, { id, code, running, limits, lang: asked.lang, live: null, before: null });
  $("setup").hidden = true;
  $("play").hidden = false;
  $("camera").hidden = !running;
  for (const name of ["end", "link"]) $(name).hidden = !running;
  $("again").hidden = running;
  $("message").textContent = "";
  $("moves").replaceChildren();
  $("board").replaceChildren();
  show(live);
}

/** Sends frames until the game ends. */
async function follow() {
  while (state.running) {
    const start = performance.now();
    const wait = await step();
    await new Promise((done) => setTimeout(done, Math.max(0, wait - (performance.now() - start))));
  }
}

/** Sends a frame; milliseconds until the next one. */
async function step() {
  try {
    // A call takes the camera away.
    if (camera.ended) await camera.open();
    const frame = await camera.frame();
    if (!frame) return PACE;
    state.sent = api.frame(state.id, frame);
    take(await state.sent);
    fault();
    return PACE;
  } catch (error) {
    if (!state.running) return 0;
    if (error.kind === "not-found") {
      stop();
      forget();
    }
    if (error.kind !== "busy") fault(error.kind === "not-found" ? say("game-gone") : error.message);
    return 1000 * (error.again || 1);
  }
}

/** Takes over what a frame, or something that was done, brought about. */
function take({ skipped, events, live }) {
  if (skipped) return;
  events.forEach(sayAloud);
  show(live);
}

/** Does something to the game; whether it was done. */
async function done(deed) {
  try {
    take(await deed(state.id));
    fault();
    return true;
  } catch (error) {
    fault(error.message);
    return false;
  }
}

function stop() {
  state.running = false;
  camera.close();
  $("camera").hidden = true;
  for (const name of ["end", "undo", "pass", "accept", "link"]) $(name).hidden = true;
  $("again").hidden = false;
}

async function end() {
  stop();
  // A frame that is on its way belongs to the game.
  await Promise.allSettled([state.sent]);
  $("end").hidden = await done(api.finish);
}

async function save() {
  try {
    const { files } = await api.record(state.id);
    for (const { name, text: content } of files) {
      const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(new Blob([content], { type: "text/plain" })), download: name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 1000);
    }
  } catch (error) {
    fault(error.message);
  }
}

const forget = () => localStorage.removeItem(LAST);

function again() {
  forget();
  state.watched = null;
  location.hash = "";
  $("play").hidden = true;
  $("setup").hidden = false;
  $("go-on").hidden = true;
  fault();
}

// --- Watching

async function share() {
  const address = `${location.origin}/live#game=${state.id}${state.code ? `&watch=${state.code}` : ""}`;
  $("linked").textContent = address;
  if (navigator.share) await navigator.share({ url: address }).catch(() => {});
  else await navigator.clipboard?.writeText(address).catch(() => {});
}

/** Shows a game that another phone follows, as it goes on. */
async function watch(id) {
  state.watched = id;
  try {
    let game = await api.game(id);
    fault();
    play(game, false);
    for (;;) {
      for await (const event of api.events(id, game.last_event)) {
        if (state.watched !== id) return;
        sayAloud(event);
        game = await api.game(id);
        if (state.watched !== id) return;
        show(game.live);
      }
      game = await api.game(id);
      if (state.watched !== id) return;
    }
  } catch (error) {
    if (state.watched !== id) return;
    if (error.kind === "offline") {
      fault(error.message);
      return setTimeout(() => state.watched === id && watch(id), 3000);
    }
    fault(error.kind === "not-found" ? say("game-gone") : error.message);
  }
}

/** Asks how a game that is watched stands where no event would tell. */
async function askAgain() {
  const { watched, live } = state;
  if (!watched || !PASSING.includes(live?.standing)) return;
  const game = await api.game(watched).catch(() => null);
  // An event may have told more meanwhile.
  if (game && state.watched === watched && state.live === live) show(game.live);
}

// --- The start

function showGames() {
  $("games").replaceChildren(...GAMES.map((game) => chip("game", game, say(game), game === state.game, () => (state.game = game))));
}

async function setLanguage(code) {
  localStorage.setItem("language", code);
  await speak(code);
  showGames();
  if (state.live) show({ ...state.live });
}

function listen() {
  $("begin").addEventListener("click", () => begin());
  $("undo").addEventListener("click", () => done(api.undo));
  $("pass").addEventListener("click", () => done(api.pass));
  $("accept").addEventListener("click", () => done(api.accept));
  $("end").addEventListener("click", end);
  $("again").addEventListener("click", again);
  $("save").addEventListener("click", save);
  $("link").addEventListener("click", share);
  $("language").replaceChildren(...Object.entries(LANGUAGES).map(([code, name]) => new Option(name, code)));
  $("language").addEventListener("change", () => setLanguage($("language").value));
  setInterval(() => state.live && tick(), 500);
  setInterval(askAgain, AGAIN);
  document.addEventListener("visibilitychange", () => state.running && camera.stayAwake());
}

async function start() {
  listen();
  const code = preferred();
  $("language").value = code;
  await setLanguage(code);
  const watched = /[#&]game=([0-9a-f]+)/.exec(location.hash);
  if (watched) return watch(watched[1]);
  const last = JSON.parse(localStorage.getItem(LAST));
  $("go-on").hidden = !last;
  if (last) $("go-on").addEventListener("click", () => begin(last.id));
}

start();
