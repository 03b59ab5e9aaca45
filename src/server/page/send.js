// Corrections that a person gives to the owner of the server, if both want it.

import * as api from "./api.js";
import { join } from "./geometry.js";
import { language, say } from "./texts.js";

const LINKS = "links";

/** What was given, by its id: the link that deletes it, its game and when it was. (The link alone where an older page kept it.) */
const given = () => JSON.parse(localStorage.getItem(LINKS) ?? "{}");
const keep = (all) => localStorage.setItem(LINKS, JSON.stringify(all));

/** Lists on the first screen what was given, to be deleted. */
export function showGiven(place, info, tell) {
  const all = info?.corrections ? Object.entries(given()) : [];
  place.hidden = !all.length;
  const item = ([id, { link, game, at }]) => {
    const made = document.createElement("li");
    const about = game ? `${say(game)}, ${new Date(at).toLocaleString(language)}` : id;
    made.append(line(about), deleteButton(id, link, tell, () => showGiven(place, info, tell)));
    return made;
  };
  const list = document.createElement("ul");
  list.append(...all.map(([id, one]) => item([id, typeof one === "string" ? { link: one } : one])));
  place.replaceChildren(line(say("given")), list);
}

/** Shows the form where something was corrected and the server keeps corrections. */
export function offerToSend(form, state, { corrected, tell }) {
  const { reading, info, cells } = state;
  const changed = cells.some((row, r) => row.some((_, c) => corrected(r, c)));
  const sent = state.sent?.of === reading ? state.sent : null;
  form.hidden = !info?.corrections || (!changed && !sent);
  if (form.hidden) return form.replaceChildren();
  if (sent?.deleted) return form.replaceChildren(line(say("deleted")));
  if (sent) {
    const gone = () => {
      sent.deleted = true;
      offerToSend(form, state, { corrected, tell });
    };
    return form.replaceChildren(line(say("sent")), deleteButton(sent.id, sent.link, tell, gone));
  }
  const agree = Object.assign(document.createElement("input"), { type: "checkbox", id: "agree" });
  const label = document.createElement("label");
  label.htmlFor = "agree";
  label.append(agree, say("send"));
  const send = Object.assign(document.createElement("button"), { type: "submit", textContent: say("send-button"), disabled: true });
  agree.addEventListener("change", () => (send.disabled = !agree.checked));
  form.onsubmit = async (event) => {
    event.preventDefault();
    send.disabled = true;
    try {
      const answer = await api.send(reading.file, labelOf(state));
      keep({ ...given(), [answer.id]: { link: answer.delete, game: reading.game, at: Date.now() } });
      state.sent = { of: reading, link: answer.delete, id: answer.id };
      offerToSend(form, state, { corrected, tell });
    } catch (error) {
      tell(error.message, "doubt");
      send.disabled = false;
    }
  };
  form.replaceChildren(label, line(say("send-what"), "quiet"), send);
}

function labelOf({ reading, cells }) {
  reading.id ??= identifier();
  return { id: reading.id, game: reading.game, corners: reading.corners, cells: cells.map(join), read: reading.cells, confidence: reading.confidence, consent: true };
}

/** An id that nobody else has; pages that are not secure have no `randomUUID`. */
function identifier() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function line(text, kind = "") {
  return Object.assign(document.createElement("p"), { textContent: text, className: kind });
}

/** A button that deletes what was given, and calls `gone` then. */
function deleteButton(id, link, tell, gone) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: say("delete") });
  made.addEventListener("click", async () => {
    try {
      await api.remove(link);
    } catch (error) {
      // Whoever reviewed it may have deleted it.
      if (error.kind !== "not-found") return tell(error.message, "doubt");
    }
    const { [id]: _, ...others } = given();
    keep(others);
    gone();
  });
  return made;
}
