// Corrections that a person gives to the owner of the server, if both want it.

import * as api from "./api.js";
import { join } from "./geometry.js";
import { say } from "./texts.js";

const LINKS = "links";
const links = () => JSON.parse(localStorage.getItem(LINKS) ?? "{}");

/** Shows the form where something was corrected and the server keeps corrections. */
export function offerToSend(form, state, { corrected, tell }) {
  const { reading, info, cells } = state;
  const changed = cells.some((row, r) => row.some((_, c) => corrected(r, c)));
  const sent = state.sent?.of === reading ? state.sent : null;
  form.hidden = !info?.corrections || (!changed && !sent);
  if (form.hidden) return form.replaceChildren();
  if (sent?.deleted) return form.replaceChildren(line(say("deleted")));
  if (sent) return form.replaceChildren(line(say("sent")), deleteButton(form, state, { corrected, tell }));
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
      localStorage.setItem(LINKS, JSON.stringify({ ...links(), [answer.id]: answer.delete }));
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

function deleteButton(form, state, rest) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: say("delete") });
  made.addEventListener("click", async () => {
    try {
      await api.remove(state.sent.link);
      const { [state.sent.id]: _, ...others } = links();
      localStorage.setItem(LINKS, JSON.stringify(others));
      state.sent.deleted = true;
      offerToSend(form, state, rest);
    } catch (error) {
      rest.tell(error.message, "doubt");
    }
  });
  return made;
}
