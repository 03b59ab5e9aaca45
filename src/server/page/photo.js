// The photo with the board drawn over it, and corners that can be dragged.

import { center, isOutline, onLines, square, toPhoto } from "./geometry.js";
import { draw } from "./pieces.js";
import { say } from "./texts.js";

const LOUPE = 132;
const ZOOM = 2.5;

/** `moved(corners)` is called when a corner was put somewhere else, `chosen(row, column, element)` when a cell was tapped. */
export class PhotoView {
  constructor(place, { moved, chosen }) {
    Object.assign(this, { place, moved, chosen });
  }

  /** Shows a photo of this size in pixels. */
  open(url, width, height) {
    this.drop();
    Object.assign(this, { url, width, height });
    this.image = document.createElement("img");
    Object.assign(this.image, { src: url, alt: say("photo"), width, height, draggable: false });
    this.lines = draw("g", { "aria-hidden": "true" });
    this.handles = draw("g");
    this.drawing = draw("svg", { viewBox: `0 0 ${width} ${height}` }, this.lines, this.handles);
    this.drawing.addEventListener("click", (event) => this.tap(event));
    this.place.replaceChildren(this.image, this.drawing);
  }

  /** Draws the board at these corners; `looks` are the cells to look at. */
  show(game, rows, columns, corners, looks) {
    // A corner under a finger stays there.
    if (this.held) return (this.waiting = [game, rows, columns, corners, looks]);
    Object.assign(this, { game, rows, columns, corners: corners.map((corner) => [...corner]), looks });
    this.refresh();
    const focused = [...this.handles.children].indexOf(document.activeElement);
    this.handles.replaceChildren(...this.corners.map((_, i) => this.handle(i)));
    this.place_();
    this.handles.children[focused]?.focus({ preventScroll: true });
  }

  refresh() {
    const map = toPhoto(this.corners);
    const path = (points) => `M${points.map((point) => map(point).map((n) => n.toFixed(1)).join(" ")).join("L")}z`;
    const whole = path([[0, 0], [1, 0], [1, 1], [0, 1]]);
    const parts = [draw("path", { class: "outline", d: whole }), draw("path", { class: "outline inner", d: whole })];
    if (!onLines(this.game)) parts.push(draw("path", { class: "lines", d: this.gridPath(map) }));
    for (const [row, column] of this.looks) {
      const d = path(square(this.game, this.rows, this.columns, row, column));
      parts.push(draw("path", { class: "look under", d }), draw("path", { class: "look", d }));
    }
    this.lines.replaceChildren(...parts);
  }

  gridPath(map) {
    const line = (a, b) => `M${map(a).map((n) => n.toFixed(1))}L${map(b).map((n) => n.toFixed(1))}`;
    const along = Array.from({ length: this.rows - 1 }, (_, i) => line([0, (i + 1) / this.rows], [1, (i + 1) / this.rows]));
    return [...along, ...Array.from({ length: this.columns - 1 }, (_, i) => line([(i + 1) / this.columns, 0], [(i + 1) / this.columns, 1]))].join("");
  }

  /** Photo pixels that a pixel of the screen is. */
  get scale() {
    return this.width / (this.drawing.getBoundingClientRect().width || this.width);
  }

  handle(i) {
    const area = draw("circle", { class: "area" });
    const dot = draw("circle", { class: "dot" });
    const label = say("corner", { number: i + 1 });
    const group = draw("g", { class: "handle", tabindex: 0, role: "button", "aria-label": label, "data-corner": i }, area, dot);
    group.addEventListener("pointerdown", (event) => this.drag(event, i));
    // Otherwise the finger scrolls the page once it has gone some way.
    group.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    group.addEventListener("keydown", (event) => this.nudge(event, i));
    group.addEventListener("click", (event) => event.stopPropagation());
    return group;
  }

  place_() {
    const { scale } = this;
    [...this.handles.children].forEach((group, i) => {
      const [x, y] = this.corners[i];
      group.setAttribute("transform", `translate(${x} ${y})`);
      group.children[0].setAttribute("r", 26 * scale);
      group.children[1].setAttribute("r", 9 * scale);
    });
  }

  /** Where an event is, in pixels of the photo. */
  point(event) {
    const box = this.drawing.getBoundingClientRect();
    const { scale } = this;
    return [(event.clientX - box.x) * scale, (event.clientY - box.y) * scale];
  }

  drag(event, i) {
    event.preventDefault();
    if (this.held) return;
    this.drop();
    this.held = true;
    const group = event.currentTarget;
    group.setPointerCapture(event.pointerId);
    group.focus({ preventScroll: true });
    const start = [...this.corners[i]];
    const [fx, fy] = this.point(event);
    const loupe = this.place.appendChild(makeLoupe());
    const move = (event) => {
      const [x, y] = this.point(event);
      this.put(i, [start[0] + x - fx, start[1] + y - fy]);
      this.look(loupe, i);
    };
    const end = (event) => {
      group.removeEventListener("pointermove", move);
      loupe.remove();
      const { waiting } = this;
      Object.assign(this, { held: false, waiting: null });
      if (event.type === "pointercancel" || !isOutline(this.corners)) this.put(i, start);
      else if (Math.hypot(this.corners[i][0] - start[0], this.corners[i][1] - start[1]) > 0.5) return this.moved(this.corners);
      if (waiting) this.show(...waiting);
    };
    group.addEventListener("pointermove", move);
    const ends = new AbortController();
    for (const name of ["pointerup", "pointercancel"]) {
      group.addEventListener(name, (event) => (ends.abort(), end(event)), { signal: ends.signal });
    }
    this.look(loupe, i);
  }

  nudge(event, i) {
    const steps = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const by = event.shiftKey ? 10 : 1;
    const before = [...this.corners[i]];
    this.put(i, [before[0] + by * step[0], before[1] + by * step[1]]);
    if (!isOutline(this.corners)) return this.put(i, before);
    this.drop();
    this.later = setTimeout(() => this.flush(), 700);
  }

  /** Tells of a corner that was moved by keys now, not later. */
  flush() {
    if (!this.later) return;
    this.drop();
    return this.moved(this.corners);
  }

  /** Tells nothing of it. */
  drop() {
    clearTimeout(this.later);
    this.later = null;
  }

  put(i, [x, y]) {
    this.corners[i] = [Math.max(0, Math.min(this.width, x)), Math.max(0, Math.min(this.height, y))];
    if (isOutline(this.corners)) this.refresh();
    this.place_();
  }

  /** Shows what is under the finger, above it. */
  look(loupe, i) {
    const [x, y] = this.corners[i];
    const { scale } = this;
    const [sx, sy] = [x / scale, y / scale];
    loupe.style.left = `${Math.max(0, Math.min(this.width / scale - LOUPE, sx - LOUPE / 2))}px`;
    loupe.style.top = `${sy > LOUPE + 40 ? sy - LOUPE - 30 : sy + 40}px`;
    const brush = loupe.getContext("2d");
    const side = (LOUPE * scale) / ZOOM;
    brush.fillStyle = "#444";
    brush.fillRect(0, 0, LOUPE, LOUPE);
    brush.drawImage(this.image, x - side / 2, y - side / 2, side, side, 0, 0, LOUPE, LOUPE);
    brush.strokeStyle = "#12e07c";
    brush.lineWidth = 2;
    brush.beginPath();
    brush.moveTo(LOUPE / 2, LOUPE / 2 - 14);
    brush.lineTo(LOUPE / 2, LOUPE / 2 + 14);
    brush.moveTo(LOUPE / 2 - 14, LOUPE / 2);
    brush.lineTo(LOUPE / 2 + 14, LOUPE / 2);
    brush.stroke();
  }

  /** A tap on the photo is one on the cell there. */
  tap(event) {
    const [x, y] = this.point(event);
    const map = toPhoto(this.corners);
    let best = { distance: Infinity };
    for (let row = 0; row < this.rows; row++) {
      for (let column = 0; column < this.columns; column++) {
        const [cx, cy] = map(center(this.game, this.rows, this.columns, row, column));
        const distance = Math.hypot(cx - x, cy - y);
        if (distance < best.distance) best = { distance, row, column };
      }
    }
    const [[ax, ay], , [cx, cy]] = square(this.game, this.rows, this.columns, best.row, best.column).map(map);
    if (best.distance > Math.hypot(ax - cx, ay - cy)) return;
    const at = { x: event.clientX, y: event.clientY, width: 0, height: 0 };
    this.chosen(best.row, best.column, { getBoundingClientRect: () => at });
  }
}

function makeLoupe() {
  const loupe = document.createElement("canvas");
  Object.assign(loupe, { className: "loupe", width: LOUPE, height: LOUPE });
  loupe.setAttribute("aria-hidden", "true");
  return loupe;
}
