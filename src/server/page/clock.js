// Clocks that run by the moves as they are seen.

const other = (side) => (side === "white" ? "black" : "white");

/** What a side used in the parts of the game before this one. */
const before = (live, side) => live.earlier?.[side] ?? { moves: 0, used_s: 0 };

/** Seconds that each side has used, and whose clock runs (null: nobody's), at a time in seconds since 1970. */
export function used(live, now) {
  const seconds = { white: before(live, "white").used_s, black: before(live, "black").used_s };
  let last = live.begun_s ?? null;
  for (const { side, seen_s: seen, took_s: took } of live.moves) {
    if (!side) return null;
    if (took !== undefined) seconds[side] += took;
    else if (last !== null && seen !== undefined) seconds[side] += Math.max(0, seen - last);
    last = seen ?? last;
  }
  const moved = live.moves.at(-1)?.side;
  const running = live.over ? null : (live.board?.to_move ?? (moved ? other(moved) : null));
  if (running && last !== null) seconds[running] += Math.max(0, now - last);
  return { seconds, running };
}

/** Seconds that a side has left, or has used where there is no limit. */
export function shown(live, side, seconds, { minutes, increment }) {
  if (!minutes) return seconds;
  const moves = before(live, side).moves + live.moves.filter((move) => move.side === side).length;
  return Math.max(0, 60 * minutes + increment * moves - seconds);
}

export function text(seconds) {
  const whole = Math.floor(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  return `${hours ? `${hours}:` : ""}${hours ? two(Math.floor(whole / 60) % 60) : Math.floor(whole / 60)}:${two(whole % 60)}`;
}
