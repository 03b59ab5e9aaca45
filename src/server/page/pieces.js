// Pieces as drawings: what stands on a cell, in a square of side 1 around (0, 0).

const SVG = "http://www.w3.org/2000/svg";

/** An SVG element. */
export function draw(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// In a square of side 45, of which (22.5, 22.5) is the middle.
const BASE = "M12 39v-3.5l2-2.5h17l2 2.5V39z";
const CHESS = {
  p: ["M22.5 9a5.4 5.4 0 0 1 3.4 9.6l2 1.4v2h-2.6c.3 5 2 8 4.2 11h-14c2.2-3 3.9-6 4.2-11h-2.600v-2l2-1.400A5.4 5.4 0 0 1 22.5 9z", BASE],
  r: ["M12 8h5v3h3.500V8h4v3H28V8h5v8l-3 2.5 1 14.500H14l1-14.500L12 16z", BASE],
  b: ["M22.5 5a2.6 2.6 0 0 1 1.7 4.600c5.8 4.2 7.8 9.9 4.3 15.400l1.5 1.500v2h-2.600l1.6 4.500h-13l1.6-4.500H15v-2l1.5-1.500c-3.5-5.5-1.5-11.2 4.3-15.400A2.6 2.6 0 0 1 22.5 5z", BASE],
  n: ["M14.5 33c-.5-6.5 6.5-8.5 6-13-2 2.8-5 3.3-6.8 5.500l-3.6-.8-1-3.500c2.8-3.7 3.1-8.7 7.9-11.500l1-4.2 3.6 3.200c7.4 1.6 11.3 9.8 9.9 24.300z", BASE],
  q: ["M9.5 13l5 20h16l5-20-6.7 9.500L27 8.500l-4.5 12.800L18 8.500l-1.8 14z", "M9 12.500m-2.3 0a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0M17.8 8m-2.3 0a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0M27.2 8m-2.3 0a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0M36 12.500m-2.3 0a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0", BASE],
  k: ["M21 4h3v3h3v3h-3v4.500c1.5-1.7 3.7-2.7 6-2.5 5.5.5 6.8 6.5 3.5 11-2 2.7-3.5 5-3.8 10H15.300c-.3-5-1.8-7.3-3.8-10-3.3-4.5-2-10.5 3.5-11 2.3-.2 4.5.8 6 2.500V10h-3V7h3z", BASE],
};

function chess(code) {
  const white = code === code.toUpperCase();
  const paint = { fill: white ? "#fffdf6" : "#26231f", stroke: white ? "#26231f" : "#f2ead9", "stroke-width": 1.5, "stroke-linejoin": "round" };
  const parts = CHESS[code.toLowerCase()].map((d) => draw("path", { d, ...paint }));
  if (code.toLowerCase() === "n") parts.push(draw("circle", { cx: 18, cy: 15.5, r: 1.4, fill: paint.stroke }));
  return draw("g", { transform: "scale(.0205) translate(-22.5 -22.8)" }, ...parts);
}

function checkers(code) {
  const white = code.toLowerCase() === "w";
  const [body, edge, mark] = white ? ["#f7eede", "#6d5f48", "#a8926a"] : ["#2d2a28", "#d8cdb9", "#8d8477"];
  const parts = [
    draw("circle", { cx: 0, cy: 0.03, r: 0.4, fill: "#0005" }),
    draw("circle", { r: 0.39, fill: body, stroke: edge, "stroke-width": 0.03 }),
    draw("circle", { r: 0.28, fill: "none", stroke: mark, "stroke-width": 0.025 }),
  ];
  if (code === code.toUpperCase()) {
    const crown = "M-.2 .14V-.1l.1.09L0-.19l.1.18.1-.09v.24z";
    parts.push(draw("path", { d: crown, fill: "#e2b23a", stroke: white ? "#6d4d00" : "#fff3cf", "stroke-width": 0.025, "stroke-linejoin": "round" }));
  }
  return draw("g", {}, ...parts);
}

function go(code) {
  const [body, shine, edge] = code === "b" ? ["#1a1a1b", "#55565a", "#000"] : ["#f4f2ec", "#fff", "#77736a"];
  return draw("g", {},
    draw("circle", { cx: 0.02, cy: 0.04, r: 0.46, fill: "#0004" }),
    draw("circle", { r: 0.46, fill: body, stroke: edge, "stroke-width": 0.02 }),
    draw("ellipse", { cx: -0.15, cy: -0.18, rx: 0.15, ry: 0.1, fill: shine, opacity: 0.8, transform: "rotate(-35 -.15 -.18)" }));
}

const COLORS = { R: "#e5484d", O: "#f5871f", Y: "#ffd60a", G: "#3fae49", B: "#3e8ef7", W: "#ffffff" };

/** A star with so many points. */
function star(points, outer, inner) {
  const at = (i) => {
    const [r, turn] = [i % 2 ? inner : outer, (i * Math.PI) / points - Math.PI / 2];
    return `${(r * Math.cos(turn)).toFixed(3)} ${(r * Math.sin(turn)).toFixed(3)}`;
  };
  return `M${Array.from({ length: 2 * points }, (_, i) => at(i)).join("L")}z`;
}

const SHAPES = {
  1: "M-.3 0a.3.3 0 1 0 .6 0a.3.3 0 1 0-.6 0z",
  2: "M-.17-.17a.17.17 0 0 1 .34 0a.17.17 0 0 1 0 .34a.17.17 0 0 1-.34 0a.17.17 0 0 1 0-.34z",
  3: "M0-.36L.36 0 0 .36-.36 0z",
  4: "M-.27-.27h.54v.54h-.54z",
  5: star(4, 0.38, 0.13),
  6: star(8, 0.37, 0.24),
};

function qwirkle(code) {
  return draw("g", {},
    draw("rect", { x: -0.47, y: -0.47, width: 0.94, height: 0.94, rx: 0.12, fill: "#22262a", stroke: "#5a6268", "stroke-width": 0.03 }),
    draw("path", { d: SHAPES[code[0]], fill: COLORS[code[1]] }));
}

const DRAWINGS = { chess, checkers, go, qwirkle };

/** The piece of a code; nothing on an empty cell. */
export function piece(game, code) {
  return code.startsWith(".") ? draw("g") : DRAWINGS[game](code);
}

/** A picture of a piece by itself. */
export function icon(game, code) {
  const picture = draw("svg", { viewBox: "-.5 -.5 1 1", "aria-hidden": "true" }, piece(game, code));
  if (code.startsWith(".")) picture.append(draw("path", { d: "M-.25-.25L.25.25M.25-.25L-.25.25", stroke: "#777", "stroke-width": 0.08, "stroke-linecap": "round" }));
  return picture;
}
