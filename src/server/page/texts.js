// The page's texts, in the languages of the server's catalogs.

export const LANGUAGES = { en: "English", pl: "Polski", fi: "Suomi", ro: "Română", zh: "中文" };

let texts = {};
export let language = "en";

/** The language that was chosen before, or the browser's, or English. */
export function preferred() {
  const known = [localStorage.getItem("language"), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return known.find((code) => code in LANGUAGES) ?? "en";
}

/** Loads a language and puts it into everything that has `data-text`. */
export async function speak(code) {
  const answer = await fetch(`/messages/${code}.json`);
  texts = await answer.json();
  language = code;
  document.documentElement.lang = code;
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = say(element.dataset.text);
}

/** A text, with values in the place of `{name}`. */
export function say(key, values = {}) {
  const text = texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** Whether there is a text. */
export const has = (key) => key in texts;

/** What can be on a cell, in words. */
export function className(game, code) {
  if (code.startsWith(".")) return say("empty");
  if (game === "qwirkle") {
    return say("tile", { shape: say(`shape-${code[0]}`), color: say(`color-${code[1].toLowerCase()}`) });
  }
  const side = code === code.toUpperCase() ? "white" : "black";
  if (game === "chess") return say(`${side}-${code.toLowerCase()}`);
  return say(`${game}-${code}`);
}

export const percent = (share) => Math.min(99, Math.floor(share * 100));
