// Clocks that run by the moves as they are seen.

const other = (side) => (side === "white" ? "black" : "white");

/** What each side has left or, without a limit, has used, in seconds, and whose clock runs (null: nobody's), at a time in seconds since 1970; null where moves have no side. */
export function clocks(live, now, { minutes, increment }) {
  const begun = ({ moves, used_s: used } = { moves: 0, used_s: 0 }) => (minutes ? Math.max(0, 60 * minutes + increment * moves - used) : used);
  const seconds = { white: begun(live.earlier?.white), black: begun(live.earlier?.black) };
  // A flag that has fallen stays so, and stops both clocks: as the server writes it.
  const fallen = () => Boolean(minutes) && Math.min(seconds.white, seconds.black) === 0;
  const pass = (side, time) => !fallen() && (seconds[side] = minutes ? Math.max(0, seconds[side] - time) : seconds[side] + time);
  let last = live.begun_s ?? null;
  for (const { side, seen_s: seen, took_s: took } of live.moves) {
    if (!side) return null;
    if (took !== undefined) {
      pass(side, took);
      if (minutes && !fallen()) seconds[side] += increment;
    }
    last = seen ?? last;
  }
  const moved = live.moves.at(-1)?.side;
  const turn = live.over ? null : (live.board?.to_move ?? (moved ? other(moved) : null));
  if (turn && last !== null) pass(turn, Math.max(0, now - last));
  return { seconds, running: fallen() ? null : turn };
}

export function text(seconds) {
  const whole = Math.floor(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  return `${hours ? `${hours}:` : ""}${hours ? two(Math.floor(whole / 60) % 60) : Math.floor(whole / 60)}:${two(whole % 60)}`;
}
