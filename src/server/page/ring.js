// What a cell may hold, in a ring around it, the most probable first.

import { icon } from "./pieces.js";
import { className, percent, say } from "./texts.js";

const IN_RING = 7;
const RADIUS = 92;

/** Asks which of `choices` (`code`, `probability`) is on a cell; `now` is what is said to be there. Resolves to a code, or to nothing. */
export function ask(element, { game, name, now, choices }) {
  const ring = document.getElementById("ring");
  const before = document.activeElement;
  return new Promise((resolve) => {
    const close = (code) => {
      ring.hidden = true;
      ring.replaceChildren();
      removeEventListener("resize", cancel);
      before?.focus?.();
      resolve(code);
    };
    const cancel = () => close(undefined);
    const back = button("back", say("close"), cancel);
    back.tabIndex = -1;
    const choice = ({ code, probability }) => {
      const share = probability >= 0.01 ? `${percent(probability)} %` : "";
      const one = button("choice", `${className(game, code)} ${share}`, () => close(code));
      one.setAttribute("aria-pressed", code === now);
      one.classList.toggle("now", code === now);
      one.dataset.code = code;
      one.append(icon(game, code));
      if (share) one.append(span("share", share));
      return one;
    };
    const near = choices.slice(0, IN_RING).map(choice);
    const rest = choices.slice(IN_RING);
    if (rest.length) {
      const more = button("choice", say("all-pieces"), () => {
        ring.replaceChildren(back, sheet(choices.map(choice)));
        // What is moved holds what is fixed in it: the sheet is the window's.
        ring.style.transform = back.style.transform = "";
        ring.querySelector(".all .choice").focus();
      });
      more.textContent = "…";
      near.push(more);
    }
    ring.replaceChildren(back, span("title", name), ...near);
    ring.setAttribute("aria-label", say("what-is-on", { cell: name }));
    ring.hidden = false;
    lay(ring, element, near);
    ring.onkeydown = (event) => keys(event, ring, cancel);
    addEventListener("resize", cancel);
    near[0].focus();
  });
}

function button(kind, label, press) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = kind;
  made.setAttribute("aria-label", label.trim());
  made.title = label.trim();
  made.addEventListener("click", press);
  return made;
}

function span(kind, text) {
  const made = document.createElement("span");
  made.className = kind;
  made.textContent = text;
  return made;
}

function sheet(choices) {
  const all = document.createElement("div");
  all.className = "all";
  all.append(...choices);
  return all;
}

/** Puts the choices around the cell, and all of them on the screen. */
function lay(ring, element, choices) {
  const box = element.getBoundingClientRect();
  const reach = RADIUS + 40;
  const within = (value, size) => Math.max(Math.min(reach, size / 2), Math.min(size - Math.min(reach, size / 2), value));
  const x = within(box.x + box.width / 2, innerWidth);
  const y = within(box.y + box.height / 2, innerHeight);
  ring.style.transform = `translate(${x}px, ${y}px)`;
  choices.forEach((choice, i) => {
    const turn = (2 * Math.PI * i) / choices.length - Math.PI / 2;
    choice.style.left = `${RADIUS * Math.cos(turn) - 32}px`;
    choice.style.top = `${RADIUS * Math.sin(turn) - 32}px`;
  });
  const back = ring.querySelector(".back");
  back.style.transform = `translate(${-x}px, ${-y}px)`;
}

function keys(event, ring, cancel) {
  if (event.key === "Escape") return cancel();
  const choices = [...ring.querySelectorAll(".choice")];
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Tab: event.shiftKey ? -1 : 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const at = choices.indexOf(document.activeElement);
  choices[(at + step + choices.length) % choices.length].focus();
}
