// The page as people use it, in a real browser, on phone and desktop.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { ADDRESS, CHECKERS, CHESS, CHESS_AFTER, DESKTOP, GO, NO_BOARD, PHONE, QWIRKLE, barriers, cell, onPage, read, until } from "./browser.mjs";

after(() => setTimeout(() => process.exit(), 500));

const notation = (page) => page.locator("#notation").inputValue();

test("a photo of each game becomes a board, and its notation", () =>
  onPage(PHONE, async (page) => {
    for (const [file, start, cells] of [[CHESS, "4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4", 64], [GO, "(;", 81], [CHECKERS, "W:W", 64], [QWIRKLE, ".. ..", 256]]) {
      await page.goto(ADDRESS);
      await read(page, file);
      assert.equal(await page.locator("#board .cell").count(), cells);
      assert.ok((await notation(page)).startsWith(start), await notation(page));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `${file}: the page is ${wide} pixels wide`);
    }
  }));

test("a corner that is dragged by a finger is read again", () =>
  onPage(PHONE, async (page, context) => {
    await read(page, CHESS);
    const handle = page.locator(".handle").nth(2);
    await handle.scrollIntoViewIfNeeded();
    const box = await handle.locator(".dot").boundingBox();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const finger = await context.newCDPSession(page);
    const touch = (type, dx) => finger.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x: x + dx, y: y + dx }] });
    const asked = page.waitForRequest((request) => request.url().includes("corners="));
    await touch("touchStart", 0);
    await touch("touchMove", 6);
    await page.locator(".loupe").waitFor();
    await touch("touchMove", 12);
    await touch("touchEnd", 12);
    const corners = new URL((await asked).url()).searchParams.get("corners").split(" ");
    assert.equal(corners.length, 4);
    await page.locator("#status:not(.busy)").waitFor();
    assert.equal(await page.locator(".loupe").count(), 0);
  }));

test("a corner is moved by keys", () =>
  onPage(DESKTOP, async (page) => {
    await read(page, CHESS);
    const asked = page.waitForRequest((request) => request.url().includes("corners="));
    await page.locator(".handle").first().focus();
    await page.keyboard.press("ArrowRight");
    await asked;
  }));

test("a corner under the pointer stays there while a reading comes", () =>
  onPage(DESKTOP, async (page) => {
    await read(page, CHESS);
    let release;
    const held = new Promise((done) => (release = done));
    await page.route("**/v1/read?*", async (route) => {
      await held;
      await route.continue();
    });
    await page.locator(".handle").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.locator("#status.busy").waitFor();
    const box = await page.locator(".handle").nth(2).locator(".dot").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 20, box.y + 20);
    const answer = page.waitForResponse((response) => response.url().includes("/v1/read"));
    release();
    await answer;
    await page.locator("#status:not(.busy)").waitFor();
    assert.equal(await page.locator(".loupe").count(), 1, "the drag goes on");
    const asked = page.waitForRequest((request) => request.url().includes("corners="));
    await page.mouse.up();
    await asked;
    assert.equal(await page.locator(".loupe").count(), 0);
  }));

test("what was chosen for the FEN holds after a corner is moved", () =>
  onPage(DESKTOP, async (page) => {
    await read(page, CHESS);
    await page.locator("#panel select").first().selectOption("black");
    await until(async () => (await notation(page)).endsWith(" b - - 0 1"));
    const answer = page.waitForResponse((response) => response.url().includes("corners="));
    const written = answer.then(() => page.waitForResponse((response) => response.url().includes("/v1/notation")));
    await page.locator(".handle").first().focus();
    await page.keyboard.press("ArrowRight");
    await written;
    await until(async () => (await notation(page)).endsWith(" b - - 0 1"));
    assert.equal(await page.locator(".handle").first().evaluate((handle) => handle === document.activeElement), true, "the corner keeps the focus");
  }));

test("a cell is corrected by a tap, and taken back", () =>
  onPage(PHONE, async (page) => {
    await read(page, CHESS);
    const before = await notation(page);
    await cell(page, 2, 4).tap();
    const first = page.locator("#ring .choice").first();
    assert.equal(await first.getAttribute("aria-pressed"), "true", "the most probable comes first");
    await page.locator('#ring .choice[data-code="b"]').tap();
    await until(async () => (await notation(page)) !== before);
    assert.ok((await notation(page)).startsWith("4kb1r/p2n1ppp/4b3/"));
    assert.match(await cell(page, 2, 4).getAttribute("aria-label"), /e6: black bishop, corrected/);
    await page.locator("#undo").tap();
    await until(async () => (await notation(page)) === before);
  }));

test("every piece can be chosen from the sheet of all of them", () =>
  onPage(PHONE, async (page) => {
    for (const file of [CHESS, QWIRKLE]) {
      await page.goto(ADDRESS);
      await read(page, file);
      const before = await notation(page);
      await cell(page, 2, 4).tap();
      await page.locator("#ring .choice", { hasText: "…" }).tap();
      const box = await page.locator("#ring .all").boundingBox();
      assert.deepEqual([box.x, box.width, box.y + box.height], [0, 390, 844], file);
      assert.deepEqual(await barriers(page), [], file);
      await page.locator("#ring .all .choice").last().tap();
      await until(async () => (await notation(page)) !== before);
    }
  }));

test("of a board that was corrected no probability is said, and what is impossible about it is doubtful", () =>
  onPage(DESKTOP, async (page) => {
    const cells = Array.from({ length: 8 }, () => Array(8).fill("."));
    [cells[0][4], cells[7][4]] = ["k", "K"];
    const classes = [".", "K", "Q"];
    await reads(page, "chess", cells, { classes, class_probabilities: cells.map((row) => row.map(() => [0.9, 0.06, 0.04])) });
    await read(page, CHESS);
    const status = page.locator("#status");
    assert.match(await status.textContent(), /right with 90 %/);
    await cell(page, 4, 4).click();
    await page.locator('#ring .choice[data-code="Q"]').click();
    await until(async () => (await status.getAttribute("class")).trim() === "status");
    assert.equal(await status.textContent(), "Chess: as you corrected it.");
    await cell(page, 4, 4).click();
    await page.locator('#ring .choice[data-code="K"]').click();
    await page.locator("#status.doubt", { hasText: "white has 2 kings" }).waitFor();
    await page.locator("#language").selectOption("pl");
    await page.locator("#status.doubt", { hasText: "liczba białych królów" }).waitFor();
    for (const _ of [1, 2]) await page.locator("#undo").click();
    await page.locator("#status.sure", { hasText: "90 %" }).waitFor();
  }));

test("what was judged and counted is said again in another language", () =>
  onPage(DESKTOP, async (page) => {
    await reads(page, "qwirkle", tiles(...PLACED));
    await read(page, QWIRKLE);
    await compare(page, tiles(...PLACED, [7, 9, "4R"]));
    const said = page.locator("#panel .quiet");
    await page.locator("#panel .result-line").waitFor();
    const english = await said.textContent();
    const asked = page.waitForRequest("**/v1/judge");
    await page.locator("#language").selectOption("fi");
    assert.equal((await asked).postDataJSON().lang, "fi");
    await until(async () => (await said.textContent()) !== english);
    await page.unroute("**/v1/read?*");
    await page.goto(ADDRESS);
    await read(page, GO);
    await page.locator("#modes input").nth(1).check();
    await page.locator("#panel .result-line").waitFor();
    const counted = page.waitForRequest("**/v1/score");
    await page.locator("#language").selectOption("ro");
    assert.equal((await counted).postDataJSON().lang, "ro");
  }));

test("a cell is corrected by keys alone", () =>
  onPage(DESKTOP, async (page) => {
    await read(page, CHESS);
    await cell(page, 0, 0).focus();
    for (const key of ["ArrowDown", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    assert.equal(await page.locator("#ring").getAttribute("aria-label"), "What is on b7?");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("#ring").isHidden(), true);
    assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), "1,1");
    const before = await notation(page);
    for (const key of ["Enter", "ArrowRight", "Enter"]) await page.keyboard.press(key);
    await until(async () => (await notation(page)) !== before);
  }));

test("a cell is chosen on the photo, too", () =>
  onPage(PHONE, async (page) => {
    await read(page, CHESS);
    const box = await page.locator("#stage").boundingBox();
    await page.touchscreen.tap(box.x + box.width * 0.42, box.y + box.height * 0.585);
    await page.locator("#ring .choice").first().waitFor();
  }));

test("a game of Go is counted, and a group can be said to live", () =>
  onPage(PHONE, async (page) => {
    await read(page, GO);
    await page.locator("#modes input").nth(1).check();
    const result = page.locator("#panel .result-line");
    await result.waitFor();
    assert.equal(await result.textContent(), "Black wins by 8.5");
    const dead = page.locator('#board .cell:has(g[opacity="0.4"])');
    assert.equal(await dead.count(), 1);
    await dead.tap();
    await until(async () => (await result.textContent()) !== "Black wins by 8.5");
    assert.equal(await dead.count(), 0);
    await page.locator("#panel select").selectOption("chinese");
    await page.locator("#panel .quiet", { hasText: "Chinese" }).waitFor();
  }));

test("a move of chess is judged by two photos", () =>
  onPage(DESKTOP, async (page) => {
    await read(page, CHESS);
    await page.locator("#another").click();
    await read(page, CHESS_AFTER);
    await page.locator("#panel button").click();
    await page.locator("#panel .result-line", { hasText: "Qb8+" }).waitFor();
    const link = await page.locator("#panel a").getAttribute("href");
    assert.match(link, /^https:\/\/lichess\.org\/analysis\/standard\/1Q2kb1r/);
  }));

/** Has the server read what it is told to, whatever photo it gets. */
async function reads(page, game, cells, more = {}) {
  const [rows, columns] = [cells.length, cells[0].length];
  const text = cells.map((row) => row.join(row[0].length > 1 ? " " : ""));
  const notation = game === "go" ? "(;GM[1]SZ[9]AB[cc]AW[gg])" : text.join("\n");
  const each = (value) => cells.map((row) => row.map(() => value));
  const answer = { status: "read", game, rows, columns, width: 640, height: 640, corners: [[20, 20], [620, 20], [620, 620], [20, 620]], cells: text, notation, confidence: 0.9, check: false };
  const lists = { look_at: [], uncertain: [], concerns: [], violations: [], covered: [], classes: ["."], probabilities: each(1), class_probabilities: each([1]) };
  await page.unroute("**/v1/read?*");
  await page.route("**/v1/read?*", (route) => route.fulfill({ json: { ...answer, ...lists, ...more } }));
}

/** A board of Qwirkle with tiles at rows and columns. */
function tiles(...placed) {
  const cells = Array.from({ length: 16 }, () => Array(16).fill(".."));
  for (const [row, column, tile] of placed) cells[row][column] = tile;
  return cells;
}

const turned = (cells) => cells[0].map((_, column) => cells.map((row) => row[column]).reverse());
const PLACED = [[7, 6, "1R"], [7, 7, "2R"], [7, 8, "3R"], [6, 7, "2B"]];

/** Compares the next photo of Qwirkle with the one before; what was asked for. */
async function compare(page, cells) {
  await reads(page, "qwirkle", cells);
  await page.locator("#another").click();
  await read(page, QWIRKLE);
  const asked = page.waitForRequest("**/v1/judge");
  await page.locator("#panel button").click();
  return (await asked).postDataJSON();
}

test("a move of Qwirkle is scored by photos from any side", () =>
  onPage(DESKTOP, async (page) => {
    const before = tiles(...PLACED);
    await reads(page, "qwirkle", before);
    await read(page, QWIRKLE);
    const after = turned(tiles(...PLACED, [7, 9, "4R"]));
    const asked = await compare(page, after);
    const rows = turned(before).map((row) => row.join(" ")).join("\n");
    assert.deepEqual([asked.before, asked.start], [rows, rows]);
    await page.locator("#panel .result-line", { hasText: "4 points" }).waitFor();
  }));

test("a game of Qwirkle does not begin as the one before did", () =>
  onPage(DESKTOP, async (page) => {
    await reads(page, "qwirkle", tiles([2, 2, "5G"], [2, 3, "6G"]));
    await read(page, QWIRKLE);
    const rows = (cells) => cells.map((row) => row.join(" ")).join("\n");
    await compare(page, tiles(...PLACED));
    const asked = await compare(page, tiles(...PLACED, [7, 9, "4R"]));
    assert.equal(asked.start, rows(tiles(...PLACED)));
    const next = await compare(page, tiles(...PLACED, [7, 9, "4R"], [7, 10, "5R"]));
    assert.equal(next.start, rows(tiles(...PLACED)), "the game goes on");
  }));

test("the prisoners of one board of Go are not the next one's", () =>
  onPage(DESKTOP, async (page) => {
    const cells = Array.from({ length: 9 }, () => Array(9).fill("."));
    [cells[2][2], cells[6][6]] = ["b", "w"];
    await reads(page, "go", cells);
    const prisoners = page.locator("#panel label", { hasText: "Black's prisoners" }).locator("input");
    for (const shown of ["0", "0"]) {
      await read(page, GO);
      await page.locator("#modes input").nth(1).check();
      await page.locator("#panel .result-line").waitFor();
      assert.equal(await prisoners.inputValue(), shown);
      const counted = page.waitForResponse("**/v1/score");
      await prisoners.fill("3");
      await prisoners.press("Tab");
      assert.equal((await counted).request().postDataJSON().prisoners, "3,0");
    }
  }));

test("the notation is copied where a page that is not secure has no clipboard", () =>
  onPage(DESKTOP, async (page) => {
    await reads(page, "qwirkle", tiles(...PLACED));
    await read(page, QWIRKLE);
    await page.evaluate(() => {
      Object.defineProperty(navigator, "clipboard", { value: undefined });
      document.addEventListener("copy", () => (window.copied = getSelection().toString()));
    });
    await page.locator("#copy").click();
    await page.locator("#copy", { hasText: "Copied" }).waitFor();
    assert.equal(await page.evaluate(() => window.copied), await notation(page));
  }));

test("what was given is listed on the first screen, and deleted from there", () =>
  onPage(PHONE, async (page) => {
    await read(page, CHESS);
    await cell(page, 2, 4).tap();
    await page.locator('#ring .choice[data-code="b"]').tap();
    await page.locator("#agree").check();
    await page.locator("#send button[type=submit]").tap();
    await page.locator("#send button[type=button]").waitFor();
    await page.goto(ADDRESS);
    await page.locator("#given li", { hasText: "Chess" }).waitFor();
    assert.deepEqual(await barriers(page), []);
    await page.locator("#given button").tap();
    await page.locator("#given").waitFor({ state: "hidden" });
    assert.equal(await page.evaluate(() => localStorage.getItem("links")), "{}");
  }));

test("only what is seen is approved, and a corner stays its photo's", () =>
  onPage(DESKTOP, async (page) => {
    const corners = [[20, 20], [620, 20], [620, 620], [20, 620]];
    const entry = (id) => ({ id, game: "go", state: "new", confidence: 0.5, corners, cells: Array(9).fill(".".repeat(9)), read: null, width: 640, height: 640, photo: `/v1/corrections/${id}/photo` });
    const entries = ["first", "second"].map(entry);
    const changes = [];
    let release;
    const held = new Promise((done) => (release = done));
    await page.route(/\/v1\/corrections/, async (route) => {
      const [id, part] = new URL(route.request().url()).pathname.split("/").slice(3);
      if (!id) return route.fulfill({ json: { corrections: entries } });
      if (part && id === "second") await held;
      if (part) return route.fulfill({ path: GO });
      const change = route.request().postDataJSON();
      changes.push([id, ...Object.keys(change).filter((key) => key !== "state"), change.state]);
      return route.fulfill({ json: { ...entries.find((one) => one.id === id), ...change } });
    });
    await page.goto(`${ADDRESS}/review`);
    await page.locator(".handle").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.locator("#next").click();
    await until(() => changes.length === 1);
    await page.keyboard.press("a");
    assert.equal(await page.locator("#board").isHidden(), true);
    release();
    await page.locator("#status", { hasText: "2 of 2" }).waitFor();
    assert.deepEqual(changes, [["first", "corners", "new"]]);
    await page.keyboard.press("a");
    await until(() => changes.length === 2);
    assert.deepEqual(changes[1], ["second", "approved"]);
  }));

test("a correction is given, and deleted by its sender", () =>
  onPage(PHONE, async (page) => {
    await read(page, CHESS);
    await cell(page, 2, 4).tap();
    await page.locator('#ring .choice[data-code="b"]').tap();
    const send = page.locator("#send button[type=submit]");
    await send.waitFor();
    assert.equal(await send.isDisabled(), true, "nobody agrees by accident");
    await page.locator("#agree").check();
    await send.tap();
    const remove = page.locator("#send button[type=button]");
    await remove.waitFor();
    await remove.tap();
    await page.locator("#send", { hasText: "It is deleted." }).waitFor();
  }));

test("a correction is sent with the photo that it is of", () =>
  onPage(DESKTOP, async (page) => {
    await read(page, CHESS);
    await page.route("**/v1/read?*", (route) => route.abort());
    await page.setInputFiles("#chosen", GO);
    await page.locator("#retry-line:not([hidden])").waitFor();
    await cell(page, 2, 4).click();
    await page.locator('#ring .choice[data-code="b"]').click();
    await page.locator("#agree").check();
    let sent;
    await page.route("**/v1/corrections", async (route) => {
      sent = route.request().postDataBuffer();
      await route.abort();
    });
    await page.locator("#send button[type=submit]").click();
    await until(() => sent);
    assert.ok(sent.includes(readFileSync(CHESS)) && !sent.includes(readFileSync(GO)));
  }));

test("corrections are reviewed by keys", () =>
  onPage(DESKTOP, async (page) => {
    await read(page, CHESS);
    await cell(page, 2, 4).click();
    await page.locator('#ring .choice[data-code="b"]').click();
    await page.locator("#agree").check();
    await page.locator("#send button[type=submit]").click();
    await page.locator("#send button[type=button]").waitFor();
    await page.goto(`${ADDRESS}/review`);
    await page.locator("#board .cell").first().waitFor();
    assert.equal(await page.locator("#changed").textContent(), "Corrected: e6");
    assert.deepEqual(await barriers(page), []);
    const approved = page.waitForResponse((response) => response.request().method() === "PUT");
    await page.keyboard.press("a");
    assert.equal((await approved).status(), 200);
    await page.locator("#status", { hasText: "approved" }).waitFor();
    await page.keyboard.press("d");
    await page.locator("#status", { hasText: "nothing to review" }).waitFor();
  }));

test("photos of a queue are reviewed in its order", () =>
  onPage(DESKTOP, async (page) => {
    const folder = mkdtempSync(join(tmpdir(), "kibitzer-"));
    const queue = join(folder, "queue.jsonl");
    execFileSync(process.env.KIBITZER, ["dataset", "queue", GO, CHESS, "--out", queue], { stdio: "ignore" });
    const [first, second] = readFileSync(queue, "utf8").trim().split("\n").map((line) => JSON.parse(line).game);
    const server = spawn(process.env.KIBITZER, ["serve", "--listen", "127.0.0.1:0", "--keep", join(folder, "kept"), "--review-queue", queue, "--token", process.env.KIBITZER_TOKEN]);
    try {
      let said = "";
      server.stdout.on("data", (text) => (said += text));
      await until(() => said.includes("/review has all of it"), 60);
      const [, address] = said.match(/(http:\/\/[^/]+)\//);
      await page.goto(`${address}/review`);
      const status = (text) => page.locator("#status", { hasText: new RegExp(text, "i") }).waitFor();
      await status(`${first}, 1 of 2`);
      await page.locator("#board .cell").first().click();
      const saved = page.waitForResponse((response) => response.request().method() === "PUT");
      await page.locator("#ring .choice[data-code]:not(.now)").first().click();
      assert.equal((await saved).status(), 200);
      await page.locator("#changed", { hasText: "Corrected" }).waitFor();
      // The cell that was mended has keys of its own.
      await page.locator("#approve").click();
      await status(`${second}, 2 of 2`);
      const { corners, cells, cells_by, x_read } = JSON.parse(readFileSync(join(folder, "kept", "labels.jsonl"), "utf8"));
      assert.ok(corners && cells_by === undefined);
      assert.notDeepEqual(cells, x_read);
      await page.keyboard.press("d");
      await status("1 of 1");
    } finally {
      server.kill();
      rmSync(folder, { recursive: true });
    }
  }));

test("the page opens without the server, and says that reading needs it", () =>
  onPage(PHONE, async (page, context) => {
    await until(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state === "activated"));
    await page.reload();
    await context.setOffline(true);
    await page.reload();
    await page.locator("h1", { hasText: "Reads the board" }).waitFor();
    await page.setInputFiles("#chosen", CHESS);
    await page.locator("#status", { hasText: "The server cannot be reached" }).waitFor();
    await context.setOffline(false);
    await page.locator("#retry").tap();
    await page.locator("#board .cell").first().waitFor();
  }));

test("why there is no board is said in the language of the page, without figures", async () => {
  const said = { en: /^No board was found/, pl: /^Nie znaleziono planszy/, fi: /^Lautaa ei löytynyt/, ro: /^Nu s-a găsit nicio tablă/, zh: /^没有找到棋盘/ };
  for (const [code, text] of Object.entries(said)) {
    await onPage(PHONE, async (page) => {
      await page.locator("#language").selectOption(code);
      await until(() => page.evaluate((code) => document.documentElement.lang === code, code));
      await page.setInputFiles("#chosen", NO_BOARD);
      await page.locator("#status.doubt").waitFor();
      const status = await page.locator("#status").textContent();
      assert.match(status, text);
      assert.doesNotMatch(status, /confidence|probability|0\.|\{/);
      if (code !== "en") assert.doesNotMatch(status, /board/);
    });
  }
});

test("details of problems are said in English alone", () =>
  onPage(PHONE, async (page) => {
    const problem = { status: 413, contentType: "application/problem+json", json: { type: "/problems/too-large", detail: "the upload has more than 9 bytes: send a smaller photo" } };
    await page.route("**/v1/read?*", (route) => route.fulfill(problem));
    await page.setInputFiles("#chosen", CHESS);
    await page.locator("#status", { hasText: "more than 9 bytes" }).waitFor();
    await page.locator("#language").selectOption("fi");
    await page.locator("h1", { hasText: "Lukee" }).waitFor();
    await page.locator("#retry").tap();
    await page.locator("#status", { hasText: "Kuva on liian suuri: lähetä pienempi." }).waitFor();
  }));

test("what is seen instead of a board is said, and whoever sees one insists", () =>
  onPage(PHONE, async (page) => {
    const seen = "a checkered pattern of 7x9 squares";
    let refusal;
    await page.route("**/v1/read?*", (route) => {
      if (route.request().url().includes("anyway=true")) return route.continue();
      return route.fulfill({ json: { status: "no_board", message: seen, refusal } });
    });
    for (refusal of ["nothing_found", "not_a_board", "part_of_board", "other_board", "other_game"]) {
      await page.goto(ADDRESS);
      await page.setInputFiles("#chosen", CHESS);
      await page.locator("#status.doubt", { hasText: seen }).waitFor();
      const button = page.getByRole("button", { name: "Read it all the same" });
      await button.waitFor();
      if (refusal !== "other_game") continue;
      await button.tap();
      await page.locator("#board .cell").first().waitFor();
    }
  }));

test("a sure board is to be checked for what is not known of it, and not called unsure", () =>
  onPage(PHONE, async (page) => {
    await page.route("**/v1/read?*", async (route) => {
      const answer = await (await route.fetch()).json();
      const concerns = [{ about: "orientation", message: "" }];
      await route.fulfill({ json: { ...answer, check: true, concerns, confidence: 0.84 } });
    });
    await page.setInputFiles("#chosen", CHESS);
    await page.locator("#board .cell").first().waitFor();
    assert.equal(await page.locator("#status").textContent(), "Chess: right with 84 % probability, but please check. Which side is white's?");
  }));

test("a busy server is asked again", () =>
  onPage(PHONE, async (page) => {
    let refusals = 1;
    await page.route("**/v1/read?*", (route) => {
      if (refusals-- <= 0) return route.continue();
      const body = JSON.stringify({ type: "/problems/busy", title: "", status: 503, detail: "" });
      return route.fulfill({ status: 503, headers: { "retry-after": "1" }, contentType: "application/problem+json", body });
    });
    await page.setInputFiles("#chosen", CHESS);
    await page.locator("#board .cell").first().waitFor();
  }));

test("where white sits is put right with one tap", () =>
  onPage(PHONE, async (page) => {
    await read(page, CHESS);
    assert.equal(await page.locator("#sides input:checked").inputValue(), "right");
    const asked = page.waitForRequest((request) => request.url().includes("white=left"));
    await page.locator('#sides input[value="left"]').check();
    await asked;
    await until(async () => (await page.locator("#sides input:checked").inputValue()) === "left" && (await notation(page)).startsWith("4RK2/"));
    await page.goto(ADDRESS);
    await read(page, GO);
    assert.equal(await page.locator("#ways").isHidden(), true, "a Go board has no sides");
  }));

test("which game it is is put right with one tap", () =>
  onPage(PHONE, async (page) => {
    await read(page, process.env.KIBITZER_KINGS);
    assert.match(await page.locator("#status").textContent(), /Which game is it\?/);
    assert.deepEqual(await barriers(page), []);
    const isDraughts = async () => /^[WB]:/.test(await notation(page));
    for (const [game, draughts] of [["checkers", true], ["chess", false]]) {
      await page.locator(`#which input[value="${game}"]`).check();
      await until(async () => (await isDraughts()) === draughts);
      assert.equal(await page.locator("#which input:checked").inputValue(), game);
    }
    await page.goto(ADDRESS);
    await read(page, GO);
    assert.equal(await page.locator("#which").isHidden(), true, "nothing else is played on its board");
  }));

test("a set that was shown is read with, and forgotten", () =>
  onPage(PHONE, async (page) => {
    await read(page, process.env.KIBITZER_START);
    const panel = page.locator("#panel");
    const shown = page.waitForResponse((answer) => answer.url().endsWith("/v1/references"));
    await panel.getByRole("button", { name: "This is the start position of my set" }).tap();
    const { id } = await (await shown).json();
    await panel.getByText("Read with what you showed of your set.").waitFor();
    const asked = page.waitForRequest((request) => request.url().includes(`set=${id}`));
    await page.goto(ADDRESS);
    await read(page, CHESS);
    await asked;
    await page.evaluate(() => localStorage.setItem("set", JSON.stringify({ id: "gone", game: "chess" })));
    await page.goto(ADDRESS);
    await page.locator("#file").setInputFiles(CHESS);
    await page.locator("#board .cell").first().waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem("set")), null, "what the server does not hold is forgotten");
  }));

test("a set that does not help is said not to", () =>
  onPage(PHONE, async (page) => {
    await read(page, process.env.KIBITZER_START);
    await page.route("**/v1/references", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), helps: false } });
    });
    const panel = page.locator("#panel");
    await panel.getByRole("button", { name: "This is the start position of my set" }).tap();
    await panel.getByText("What you showed of your set does not help").waitFor();
    assert.equal(await panel.getByText("Read with what you showed of your set.").count(), 0);
  }));

test("what is no board is refused, and read when the user insists", () =>
  onPage(PHONE, async (page) => {
    await page.setInputFiles("#chosen", NO_BOARD);
    await page.locator("#status", { hasText: "No board was found" }).waitFor();
    assert.deepEqual(await barriers(page), []);
    await page.locator("#retry", { hasText: "Read it all the same" }).tap();
    await page.locator("#board .cell").first().waitFor();
    assert.equal(await page.locator("#retry").isVisible(), false);
  }));

test("what is no photo is refused with a sentence", () =>
  onPage(PHONE, async (page) => {
    await page.setInputFiles("#chosen", { name: "a.jpg", mimeType: "image/jpeg", buffer: Buffer.from("<script>alert(1)</script>") });
    await page.locator("#status", { hasText: "not a photo" }).waitFor();
  }));

test("it speaks five languages", () =>
  onPage({ ...PHONE, locale: "pl-PL" }, async (page) => {
    await page.locator("h1", { hasText: "Odczytuje" }).waitFor();
    for (const [code, word] of [["fi", "Lukee"], ["ro", "Citește"], ["zh", "棋盘"], ["en", "Reads"]]) {
      await page.locator("#language").selectOption(code);
      await page.locator("h1", { hasText: word }).waitFor();
      assert.equal(await page.locator("html").getAttribute("lang"), code);
    }
  }));

test("nobody is kept out", async () => {
  for (const options of [PHONE, { ...DESKTOP, colorScheme: "dark" }]) {
    await onPage(options, async (page) => {
      assert.deepEqual(await barriers(page), []);
      for (const file of [CHESS, GO, QWIRKLE]) {
        await page.goto(ADDRESS);
        await read(page, file);
        assert.deepEqual(await barriers(page), [], file);
      }
      await cell(page, 0, 0).click();
      assert.deepEqual(await barriers(page), [], "the ring");
    });
  }
});

test("the description of the API can be tried", () =>
  onPage(DESKTOP, async (page) => {
    const one = page.locator("details", { hasText: "/v1/read " });
    await one.locator("summary").click();
    await one.locator("input[type=file]").setInputFiles(GO);
    await one.locator("input[name=game]").fill("go");
    await one.locator("button[type=submit]").click();
    await one.locator("pre", { hasText: '"status": "read"' }).waitFor();
    const judge = page.locator("details", { hasText: "/v1/judge " });
    await judge.locator("summary").click();
    await judge.locator("input[name=game]").fill("chess");
    await judge.locator("input[type=file][name=before]").setInputFiles(CHESS);
    await judge.locator("input[type=file][name=after]").setInputFiles(CHESS_AFTER);
    await judge.locator("button[type=submit]").click();
    await judge.locator("pre", { hasText: "Qb8+" }).waitFor();
    assert.deepEqual(await barriers(page), []);
  }, "/docs"));

test("the description of the API shows events as they come, and says faults in words", () =>
  onPage(DESKTOP, async (page) => {
    // A game that goes on: its stream does not end.
    await page.evaluate(() => {
      const fetched = window.fetch;
      const stream = () => new ReadableStream({ start: (to) => to.enqueue(new TextEncoder().encode('data: {"event":"unclear"}\n\n')) });
      window.fetch = (path, options) =>
        String(path).includes("/events") ? Promise.resolve(new Response(stream(), { headers: { "content-type": "text/event-stream" } })) : fetched(path, options);
    });
    const one = page.locator("details", { hasText: "/v1/games/{id}/events" });
    await one.locator("summary").click();
    await one.locator("input[name=id]").fill("0123456789abcdef0123456789abcdef");
    await one.locator("button[type=submit]").click();
    await one.locator("pre", { hasText: "unclear" }).waitFor();
    await page.route("**/v1/info", (route) => route.abort());
    const info = page.locator("details", { hasText: "/v1/info" });
    await info.locator("summary").click();
    await info.locator("button[type=submit]").click();
    await info.locator("pre", { hasText: "The server cannot be reached" }).waitFor();
  }, "/docs"));

test("the page weighs less than 150 kB", () => {
  const folder = fileURLToPath(new URL("../../src/server/page/", import.meta.url));
  const bytes = readdirSync(folder).map((name) => statSync(folder + name).size).reduce((a, b) => a + b, 0);
  assert.ok(bytes < 150_000, `${bytes} bytes`);
});
