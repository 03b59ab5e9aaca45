// The API, from its own description, to be tried.

import { ask, document_ } from "./api.js";
import { speak } from "./texts.js";

const place = document.getElementById("operations");

function make(name, about = {}, ...children) {
  const element = Object.assign(document.createElement(name), about);
  element.append(...children);
  return element;
}

/** What an operation takes: fields of the path, of the query, and of the body. */
function fields(operation, body) {
  const named = (operation.parameters ?? []).map((one) => ({ ...one, about: one.description }));
  const schema = body?.schema;
  const parts = Object.entries(schema?.properties ?? {}).map(([name, one]) => ({ name, in: "body", schema: one, about: one.description, required: schema.required?.includes(name) }));
  return [...named, ...parts];
}

const isFile = (schema) => schema?.format === "binary";

/** The ways to fill in a field: a file, a text, or one of both. */
function controls(field) {
  const one = field.schema?.items ?? field.schema;
  const ways = one?.anyOf?.some(isFile) ? one.anyOf : [one];
  return ways.map((schema) => control({ ...field, schema, required: field.required && ways.length === 1 }));
}

function control(field) {
  const file = field.in === "body" && isFile(field.schema);
  const input = make("input", { type: file ? "file" : "text", name: field.name, required: Boolean(field.required) });
  return { field, input, element: make("label", {}, `${field.name}${field.required ? " *" : ""}`, input, make("span", { className: "quiet", textContent: field.about ?? "" })) };
}

/** The body that is easiest to fill in: a form, else JSON as it is. */
function bodyOf(operation) {
  const content = operation.requestBody?.content ?? {};
  const media = "multipart/form-data" in content ? "multipart/form-data" : Object.keys(content)[0];
  return media && { media, ...content[media] };
}

function show(method, path, operation) {
  const body = bodyOf(operation);
  const raw = body?.media === "application/json" ? make("textarea", { rows: 4, name: "json", ariaLabel: "JSON" }) : null;
  const inputs = fields(operation, raw ? null : body).flatMap(controls);
  let request = new AbortController();
  const answer = make("pre", { hidden: true, tabIndex: 0 });
  const picture = make("img", { hidden: true, alt: "The answer" });
  const form = make("form", {}, make("div", { className: "fields" }, ...inputs.map(({ element }) => element)), ...(raw ? [raw] : []), make("p", { className: "row" }, make("button", { type: "submit", className: "primary", textContent: "Send" })), answer, picture);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    // Events come until their game ends, or nobody listens any more.
    request.abort();
    request = new AbortController();
    send(method, path, body, inputs, raw, { answer, picture, signal: request.signal });
  });
  const title = make("summary", {}, make("span", { className: "method", textContent: method.toUpperCase() }), `${path} – ${operation.summary}`);
  place.append(make("details", {}, title, form));
}

async function send(method, path, body, inputs, raw, { answer, picture, signal }) {
  const query = new URLSearchParams();
  const data = new FormData();
  for (const { field, input } of inputs) {
    const value = input.type === "file" ? input.files[0] : input.value;
    if (!value) continue;
    if (field.in === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(value));
    else if (field.in === "query") query.set(field.name, value);
    else data.append(field.name, value);
  }
  const options = { method: method.toUpperCase(), signal };
  if (raw) Object.assign(options, { body: raw.value, headers: { "content-type": "application/json" } });
  else if (body) options.body = data;
  picture.hidden = answer.hidden = true;
  try {
    const response = await ask(`${path}${query.size ? `?${query}` : ""}`, options);
    const media = response.headers.get("content-type") ?? "";
    if (media.startsWith("image/")) {
      picture.src = URL.createObjectURL(await response.blob());
      picture.hidden = false;
      return;
    }
    if (media.startsWith("text/event-stream")) return await listen(response, answer);
    const text = await response.text();
    answer.textContent = media.startsWith("application/json") ? JSON.stringify(JSON.parse(text), null, 1) : text || `${response.status}`;
  } catch (error) {
    if (error.name === "AbortError") return;
    answer.textContent = error.message;
  }
  answer.hidden = false;
}

/** Shows events as they come. */
async function listen(response, answer) {
  answer.textContent = "";
  answer.hidden = false;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let piece; !(piece = await reader.read()).done; ) answer.textContent += piece.value;
}

speak("en").then(document_).then(
  ({ paths }) => {
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(methods)) show(method, path, operation);
    }
  },
  (error) => (document.getElementById("status").textContent = error.message),
);
