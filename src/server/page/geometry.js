// Where the cells of a board lie in a photo.

/** The map of the unit square to four corners, clockwise from (0, 0): a homography (Heckbert 1989). */
export function toPhoto([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const [dx1, dy1, dx2, dy2] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const whole = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / whole;
  const h = (dx1 * sy - sx * dy1) / whole;
  const [a, b, d, e] = [x1 - x0 + g * x1, x3 - x0 + h * x3, y1 - y0 + g * y1, y3 - y0 + h * y3];
  return ([u, v]) => {
    const w = g * u + h * v + 1;
    return [(a * u + b * v + x0) / w, (d * u + e * v + y0) / w];
  };
}

/** Boards of Go have their pieces on the crossings of lines, whose outermost are the corners. */
export const onLines = (game) => game === "go";

/** The center of a cell in the unit square. */
export function center(game, rows, columns, row, column) {
  return onLines(game) ? [column / (columns - 1), row / (rows - 1)] : [(column + 0.5) / columns, (row + 0.5) / rows];
}

/** The four corners of a cell in the unit square. */
export function square(game, rows, columns, row, column) {
  const [u, v] = center(game, rows, columns, row, column);
  const [du, dv] = onLines(game) ? [0.5 / (columns - 1), 0.5 / (rows - 1)] : [0.5 / columns, 0.5 / rows];
  return [[u - du, v - dv], [u + du, v - dv], [u + du, v + dv], [u - du, v + dv]];
}

/** Whether four corners are a convex outline, clockwise as seen. */
export function isOutline(corners) {
  return corners.every(([x, y], i) => {
    const [bx, by] = corners[(i + 1) % 4];
    const [cx, cy] = corners[(i + 2) % 4];
    return (bx - x) * (cy - by) - (by - y) * (cx - bx) > 1;
  });
}

/** The cells of rows of label codes: codes stand apart where they are longer than a letter. */
export const split = (row) => (row.includes(" ") ? row.trim().split(/\s+/) : [...row]);
export const join = (cells) => cells.join(cells[0].length > 1 ? " " : "");

const turn = (rows) => rows[0].map((_, column) => rows.map((row) => row[column]).reverse());

/** A square board's cells, by quarter turns to where they differ least from another's, as photos from other sides have them. */
export function turnedTo(cells, other) {
  const turns = [cells];
  while (turns.length < 4) turns.push(turn(turns.at(-1)));
  const apart = (board) => board.flatMap((row, i) => row.filter((code, j) => code !== other[i][j])).length;
  return turns.sort((a, b) => apart(a) - apart(b))[0];
}

/** Whether all pieces of a board stand on another one, too, whichever way round. */
export function isContained(cells, other) {
  return turnedTo(cells, other).every((row, i) => row.every((code, j) => code.startsWith(".") || code === other[i][j]));
}
