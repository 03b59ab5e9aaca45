// The board as a picture, on which cells are chosen by finger, mouse or keys.

import { draw, piece } from "./pieces.js";
import { className, percent, say } from "./texts.js";

/** Lines with dots on them, of boards of Go. */
const STARS = { 9: [2, 4, 6], 13: [3, 6, 9], 19: [3, 9, 15] };
const GO_LETTERS = "ABCDEFGHJKLMNOPQRST";

function ground(game, rows, columns) {
  if (game === "go") return goGround(rows);
  if (game === "qwirkle") {
    return [draw("rect", { x: -0.5, y: -0.5, width: columns, height: rows, fill: "#8d9499" }),
      ...grid(rows, columns, -0.5, "#b9bfc3")];
  }
  const squares = [draw("rect", { x: -0.5, y: -0.5, width: columns, height: rows, fill: "#ecd9b6" })];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if ((row + column) % 2) squares.push(draw("rect", { x: column - 0.5, y: row - 0.5, width: 1, height: 1, fill: "#a97952" }));
    }
  }
  return squares;
}

function grid(rows, columns, from, color) {
  const line = (d) => draw("path", { d, stroke: color, "stroke-width": 0.03, fill: "none" });
  const across = Array.from({ length: rows + 1 }, (_, i) => line(`M${from} ${from + i}h${columns}`));
  return [...across, ...Array.from({ length: columns + 1 }, (_, i) => line(`M${from + i} ${from}v${rows}`))];
}

function goGround(n) {
  const parts = [draw("rect", { x: -1.1, y: -1.1, width: n + 1.2, height: n + 1.2, fill: "#dfb36a" })];
  for (let i = 0; i < n; i++) {
    parts.push(draw("path", { d: `M0 ${i}h${n - 1}M${i} 0v${n - 1}`, stroke: "#3c2c12", "stroke-width": 0.045 }));
    const label = (x, y, text) => draw("text", { x, y, "font-size": 0.42, "text-anchor": "middle", fill: "#5a431c", "dominant-baseline": "central" }, text);
    parts.push(label(i, -0.82, GO_LETTERS[i]), label(-0.82, i, `${n - i}`));
  }
  const dots = STARS[n] ?? [];
  for (const row of dots) for (const column of dots) parts.push(draw("circle", { cx: column, cy: row, r: 0.1, fill: "#3c2c12" }));
  return parts;
}

function labels(game, rows, columns) {
  if (game !== "chess") return [];
  const text = (x, y, said, color) => draw("text", { x, y, "font-size": 0.2, fill: color, "font-weight": 600 }, said);
  const of = (row, column) => ((row + column) % 2 ? "#ecd9b6" : "#a97952");
  const ranks = Array.from({ length: rows }, (_, i) => text(-0.46, i - 0.3, `${rows - i}`, of(i, 0)));
  return [...ranks, ...Array.from({ length: columns }, (_, i) => text(i + 0.32, rows - 0.56, "abcdefgh"[i], of(rows - 1, i)))];
}

/** The name of a cell, as the server names it. */
export function cellName(game, rows, row, column) {
  if (game === "chess") return `${"abcdefgh"[column]}${rows - row}`;
  if (game === "go") return `${GO_LETTERS[column]}${rows - row}`;
  if (game === "qwirkle") return `${row + 1}${"ABCDEFGHIJKLMNOP"[column]}`;
  return (row + column) % 2 ? `${(row * rows) / 2 + (column >> 1) + 1}` : `${row + 1}/${column + 1}`;
}

/** A picture of a board; `choose(row, column, element)` is called for a cell that is tapped. */
export class Board {
  constructor(place, choose) {
    this.place = place;
    this.choose = choose;
    this.at = [0, 0];
  }

  /** Shows cells; `about` has `doubtful(row, column)`, `corrected(row, column)`, of a board that was read `probability(row, column)`, of one that is followed `moved(row, column)`, and of Go `owner(row, column)`. */
  show(game, cells, about) {
    Object.assign(this, { game, cells, about });
    const [rows, columns] = [cells.length, cells[0].length];
    const had = this.place.contains(document.activeElement);
    const box = game === "go" ? [-1.1, -1.1, columns + 1.2, rows + 1.2] : [-0.5, -0.5, columns, rows];
    const picture = draw("svg", { viewBox: box.join(" "), role: "grid", "aria-label": say("board") });
    picture.append(...ground(game, rows, columns), ...labels(game, rows, columns));
    this.elements = cells.map((row, r) => {
      const line = draw("g", { role: "row" });
      picture.append(line);
      return row.map((code, c) => line.appendChild(this.cell(r, c, code)));
    });
    this.place.replaceChildren(picture);
    this.at = [Math.min(this.at[0], rows - 1), Math.min(this.at[1], columns - 1)];
    this.focusable();
    if (had) this.element(...this.at).focus();
  }

  cell(row, column, code) {
    const { game, about } = this;
    const group = draw("g", { class: "cell", role: "gridcell", tabindex: -1, transform: `translate(${column} ${row})`, "data-cell": `${row},${column}` });
    const [doubtful, corrected] = [about.doubtful(row, column), about.corrected(row, column)];
    const owner = about.owner?.(row, column);
    const stone = piece(game, code);
    if (about.dead?.(row, column)) stone.setAttribute("opacity", 0.4);
    group.append(draw("rect", { class: "hit", x: -0.5, y: -0.5, width: 1, height: 1 }));
    if (about.moved?.(row, column)) group.append(draw("rect", { class: "moved", x: -0.5, y: -0.5, width: 1, height: 1 }));
    group.append(stone);
    if (owner) {
      const [fill, edge] = owner === "b" ? ["#111", "#eee"] : ["#fff", "#111"];
      group.append(draw("rect", { x: -0.15, y: -0.15, width: 0.3, height: 0.3, fill, stroke: edge, "stroke-width": 0.03 }));
    }
    if (corrected) group.append(draw("rect", { class: "fixed", x: -0.45, y: -0.45, width: 0.9, height: 0.9, rx: 0.1 }));
    else if (doubtful) {
      for (const kind of ["mark light", "mark"]) group.append(draw("rect", { class: kind, x: -0.45, y: -0.45, width: 0.9, height: 0.9, rx: 0.1 }));
    }
    group.setAttribute("aria-label", this.label(row, column, code, doubtful, corrected));
    group.addEventListener("click", () => this.pick(row, column));
    group.addEventListener("keydown", (event) => this.key(event, row, column));
    return group;
  }

  label(row, column, code, doubtful, corrected) {
    const cell = cellName(this.game, this.cells.length, row, column);
    const piece = className(this.game, code);
    if (!this.about.probability) return say(doubtful ? "cell-wrong" : "cell-known", { cell, piece });
    const values = { cell, piece, percent: percent(this.about.probability(row, column)) };
    if (corrected) return say("cell-corrected", values);
    return say(doubtful ? "cell-doubtful" : "cell", values);
  }

  element(row, column) {
    return this.elements[row][column];
  }

  focusable() {
    for (const line of this.elements) for (const element of line) element.setAttribute("tabindex", -1);
    this.element(...this.at).setAttribute("tabindex", 0);
  }

  pick(row, column) {
    this.at = [row, column];
    this.focusable();
    this.choose(row, column, this.element(row, column));
  }

  key(event, row, column) {
    const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      return this.pick(row, column);
    }
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const within = (value, size) => Math.max(0, Math.min(size - 1, value));
    this.at = [within(row + step[0], this.cells.length), within(column + step[1], this.cells[0].length)];
    this.focusable();
    this.element(...this.at).focus();
  }
}
