// Reads a board from a photo through Kibitzer's server: node read.mjs photo.jpg [game]

import { readFile } from "node:fs/promises";

const [photo, game = "auto", server = "http://127.0.0.1:8080"] = process.argv.slice(2);
const answer = await fetch(`${server}/v1/read?game=${game}`, {
  method: "POST",
  headers: { "content-type": "application/octet-stream" },
  body: await readFile(photo),
});
const board = await answer.json();
if (!answer.ok) {
  // Problem details (RFC 9457): `type` for programs, `detail` for people.
  console.error(`${board.title}: ${board.detail}`);
  process.exit(1);
}
if (board.status !== "read") {
  console.error(board.message);
  process.exit(1);
}
console.log(board.notation);
if (board.check) console.error(`Please check, above all: ${board.look_at.map((look) => look.cell).join(", ")}`);
