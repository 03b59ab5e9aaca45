// What each game has to say of a board.

import * as api from "./api.js";
import { cellName } from "./board.js";
import { join, turnedTo } from "./geometry.js";
import { say } from "./texts.js";

/** Shows the panel of the game of `state.reading`; `refresh` shows everything again, `fail` tells of a fault, `own` is about a set of one's own. */
export function showPanel(place, state, { refresh, fail, own }) {
  const show = { chess, checkers, go, qwirkle }[state.reading.game];
  show({ place, state, refresh, fail, own });
}

function make(name, about = {}, ...children) {
  const element = Object.assign(document.createElement(name), about);
  element.append(...children);
  return element;
}

const button = (text, press) => {
  const made = make("button", { type: "button", textContent: text });
  made.addEventListener("click", press);
  return made;
};

/** A field with its label. */
function field(text, control, changed) {
  control.addEventListener("change", changed);
  return make("label", {}, text, control);
}

function choice(options, value) {
  const select = make("select");
  select.append(...options.map(([code, text]) => new Option(text, code, false, code === value)));
  return select;
}

const number = (value, step = 1) => make("input", { type: "number", step, value, inputMode: "decimal" });

/** The board of the photo before, where it is one of the same game. */
const before = (state) => (state.before?.game === state.reading.game ? state.before.notation : null);

// --- Chess

function chess(all) {
  const { place, state, refresh, fail } = all;
  const said = (state.said ??= { side: state.notation.split(" ")[1] === "b" ? "black" : "white", castling: "-" });
  const change = async () => {
    Object.assign(said, { side: side.value, castling: castling.value });
    try {
      const answer = await api.notation({ game: "chess", cells: state.cells.map(join), ...said });
      state.notation = answer.notation;
    } catch (error) {
      said.castling = "-";
      return fail(error, change);
    }
    refresh();
  };
  const side = choice([["white", say("white")], ["black", say("black")]], said.side);
  const rights = ["-", "KQkq", "KQ", "kq", "K", "Q", "k", "q"];
  const castling = choice(rights.map((code) => [code, code === "-" ? say("none") : code]), said.castling);
  const link = make("a", { href: `https://lichess.org/analysis/standard/${encodeURI(state.notation.replaceAll(" ", "_"))}`, target: "_blank", rel: "noopener noreferrer", textContent: say("analyze") });
  place.replaceChildren(
    make("div", { className: "fields" }, field(say("to-move"), side, change), field(say("castling"), castling, change)),
    make("p", {}, link),
    ...judged(all, {}),
    ...ownSet(all),
  );
}

/** So many squares may look otherwise than at the start of a game, for a photo to be taken for one of it. */
const OTHERWISE = 8;

/** Whether men stand about where they stand at first. */
function isStart({ reading, cells }) {
  const men = reading.game === "chess" ? 2 : cells.length / 2 - 1;
  const empty = (row, column) => (row >= men && row < cells.length - men) || (reading.game === "checkers" && (row + column) % 2 === 0);
  const otherwise = (row, i) => row.filter((code, j) => (code === ".") !== empty(i, j)).length;
  return cells.reduce((sum, row, i) => sum + otherwise(row, i), 0) <= OTHERWISE;
}

/** A button that shows the server one's own set, or what is said of one that it was shown. */
function ownSet({ state, own }) {
  if (state.set?.game === state.reading.game) {
    const said = state.set.helps === false ? say("set-no-help") : say("own-set");
    return [make("p", { className: "quiet" }, said, " ", button(say("forget-set"), own.forget))];
  }
  if (!isStart(state)) return [];
  return [make("p", {}, button(say("teach-set"), own.teach)), make("p", { className: "quiet", textContent: say("teach-set-what") })];
}

/** A button that compares with the photo before, and the verdict. */
function judged({ state, refresh, fail }, more) {
  const earlier = before(state);
  if (!earlier) return [make("p", { className: "quiet", textContent: say("before-hint") })];
  const compare = async () => {
    try {
      state.verdict = { of: state.notation, again: compare, ...(await api.judge({ game: state.reading.game, before: earlier, after: state.notation, ...more })) };
    } catch (error) {
      return fail(error, compare);
    }
    refresh();
  };
  const parts = [make("p", {}, button(say("compare"), compare))];
  if (state.verdict?.of === state.notation) {
    parts.push(make("p", { className: "result-line", textContent: state.verdict.message, role: "status" }));
  }
  return parts;
}

// --- Checkers

function checkers(all) {
  const { place, state } = all;
  const count = (code) => state.cells.flat().filter((cell) => cell === code).length;
  const line = (side, man, king) => make("li", { textContent: say("count-men", { side: say(side), men: count(man), kings: count(king) }) });
  place.replaceChildren(make("ul", {}, line("white", "w", "W"), line("black", "b", "B")), ...judged(all, {}), ...ownSet(all));
}

// --- Go

function go(all) {
  const { place, state, refresh, fail } = all;
  if (state.mode !== "count") return place.replaceChildren();
  const about = (state.count ??= { rules: "japanese", komi: "", black: 0, white: 0, dead: [], alive: [] });
  if (state.counted !== state.notation) {
    Object.assign(about, { dead: [], alive: [] });
    state.counted = state.notation;
  }
  const count = async () => {
    const values = { game: "go", board: state.notation, rules: about.rules };
    if (about.dead.length) values.dead = about.dead.join(",");
    if (about.alive.length) values.alive = about.alive.join(",");
    if (about.komi !== "") values.komi = Number(about.komi);
    if (about.rules === "japanese") values.prisoners = `${about.black},${about.white}`;
    try {
      [state.score] = await api.score(values);
    } catch (error) {
      return fail(error, count);
    }
    refresh();
  };
  state.judgeGroup = (row, column) => {
    if (judgeGroup(state, about, row, column)) count();
  };
  const change = () => {
    if (about.rules !== rules.value) about.komi = "";
    else about.komi = komi.value;
    Object.assign(about, { rules: rules.value, black: Number(black.value) || 0, white: Number(white.value) || 0 });
    count();
  };
  const rules = choice(["japanese", "chinese", "aga"].map((code) => [code, say(`rules-${code}`)]), about.rules);
  const komi = number(about.komi || state.score?.komi || "", 0.25);
  const [black, white] = [number(about.black), number(about.white)];
  const fields = [field(say("rules"), rules, change), field(say("komi"), komi, change)];
  if (about.rules === "japanese") fields.push(field(say("prisoners-black"), black, change), field(say("prisoners-white"), white, change));
  const parts = [make("p", { className: "quiet", textContent: say("tap-group") }), make("div", { className: "fields" }, ...fields)];
  if (state.score) parts.push(...scored(state.score));
  place.replaceChildren(...parts);
  if (!state.score) count();
}

/** Says that the group of a stone is dead where it counts as alive, and alive where it counts as dead. */
function judgeGroup(state, about, row, column) {
  if (state.cells[row][column] === ".") return false;
  const group = groupOf(state.cells, row, column).map(([r, c]) => cellName("go", state.cells.length, r, c));
  const value = state.score.values[row][column];
  const without = (names) => names.filter((name) => !group.includes(name));
  about.dead = without(about.dead);
  about.alive = without(about.alive);
  const isDead = value === 3 || value === 4;
  about[isDead ? "alive" : "dead"].push(group[0]);
  return true;
}

/** The stones that are connected with one. */
function groupOf(cells, row, column) {
  const [found, open] = [new Map(), [[row, column]]];
  while (open.length) {
    const [r, c] = open.pop();
    if (cells[r]?.[c] !== cells[row][column] || found.has(`${r},${c}`)) continue;
    found.set(`${r},${c}`, [r, c]);
    open.push([r + 1, c], [r - 1, c], [r, c + 1], [r, c - 1]);
  }
  return [...found.values()];
}

function scored(score) {
  const side = (name) => say("points", { side: say(name), points: score[name].total });
  return [
    make("p", { className: "result-line", role: "status", textContent: score.result === "0" ? say("drawn") : say("wins", { side: say(score.margin > 0 ? "black" : "white"), points: Math.abs(score.margin) }) }),
    make("p", { textContent: `${side("black")} · ${side("white")}` }),
    make("p", { className: "quiet", textContent: score.message }),
  ];
}

// --- Qwirkle

function qwirkle(all) {
  const { place, state, refresh, fail } = all;
  if (!before(state)) return place.replaceChildren(make("p", { className: "quiet", textContent: say("before-hint") }));
  // The board has no side of its own: earlier photos may be from other ones than this.
  const asShown = (cells) => turnedTo(cells, state.cells).map(join).join("\n");
  const compare = async () => {
    const move = { game: "qwirkle", before: asShown(state.before.cells), after: state.notation };
    try {
      state.verdict = { of: state.notation, again: compare, ...(await judgeFromStart(move, asShown(state.start))) };
    } catch (error) {
      return fail(error, compare);
    }
    refresh();
  };
  const parts = [make("p", {}, button(say("score-move"), compare))];
  if (state.verdict?.of === state.notation) {
    const { score, message } = state.verdict;
    if (score) parts.push(make("p", { className: "result-line", role: "status", textContent: say("total", { points: score.total }) }));
    const line = ({ cells, points }) => make("li", { textContent: say("line", { from: place_(cells[0]), to: place_(cells.at(-1)), points }) });
    if (score?.lines.length) parts.push(make("ul", {}, ...score.lines.map(line)));
    parts.push(make("p", { className: "quiet", textContent: message }));
  }
  place.replaceChildren(...parts);
}

/** The verdict on a move; bonus squares count where the first photo shows the start of the game. */
async function judgeFromStart(move, start) {
  try {
    return await api.judge({ ...move, start });
  } catch (error) {
    if (error.kind !== "invalid-board") throw error;
    return api.judge(move);
  }
}

const place_ = (cell) => (Array.isArray(cell) ? cellName("qwirkle", 16, ...cell) : cell);
