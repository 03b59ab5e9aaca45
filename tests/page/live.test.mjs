// A game that is followed by the phone's camera, which is a rendered game here (datasets/game).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { ADDRESS, DESKTOP, PHONE, barriers, launch, onPage, until } from "./browser.mjs";
import { beforeTheBoard } from "./film.mjs";

const MOVES = ["Na3", "Na6", "Rb1", "g5", "b4", "c5", "Nb5", "e5"];

const { browser, close } = await beforeTheBoard();
after(async () => {
  await close();
  setTimeout(() => process.exit(), 500);
});

const moves = (page) => page.locator("#moves li").allTextContents();

test("a game before the camera is followed to its end, watched by others and recorded", () =>
  onPage(
    { ...PHONE, browser },
    async (page) => {
      await page.locator("#minutes").fill("5");
      await page.locator("#begin").tap();
      await page.locator("#board .cell").first().waitFor({ timeout: 60_000 });
      assert.deepEqual(await barriers(page), []);
      await page.locator("#link").tap();
      const address = await page.locator("#linked").textContent();
      // Somebody else, who has the link and not the token.
      const watcher = await (await browser.newContext({ locale: "en-US" })).newPage();
      await watcher.goto(address);
      await watcher.locator("#board .cell").first().waitFor();
      assert.equal(await watcher.locator("#undo").isVisible(), false, "whoever watches changes nothing");
      assert.match(await watcher.locator("#clock-white").textContent(), /[45]:\d\d/, "what is left, not what was used");
      await page.locator("#message.wrong").waitFor({ timeout: 120_000 });
      assert.ok((await page.locator(".mark").count()) > 0, "the wrong squares are marked");
      assert.equal(await page.locator("#accept").isVisible(), true);
      assert.equal(await page.locator("#pass").isVisible(), false, "nobody passes in chess");
      await until(async () => (await moves(page)).length === MOVES.length, 120);
      assert.deepEqual(await moves(page), MOVES);
      await until(async () => (await moves(watcher)).length === MOVES.length);
      assert.deepEqual(await moves(watcher), MOVES);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= 390, `the page is ${wide} pixels wide`);
      await page.locator("#end").tap();
      await page.locator("#again:not([hidden])").waitFor();
      const saved = page.waitForEvent("download");
      await page.locator("#save").tap();
      const record = await saved;
      assert.equal(record.suggestedFilename(), "game.pgn");
      const pgn = readFileSync(await record.path(), "utf8");
      assert.match(pgn, /\{\[%clk 0:04:\d\d\] \[%emt 0:00:\d\d\]\}/);
      assert.deepEqual(pgn.match(new RegExp(MOVES.join("|"), "g")), MOVES);
      await page.locator("#again").tap();
      await page.locator("#begin").waitFor();
    },
    "/live",
  ));

test("who passes in Go says so, and two passes end the game", async () => {
  const { browser, close } = await beforeTheBoard([process.env.KIBITZER_GO]);
  try {
    await onPage(
      { ...PHONE, browser },
      async (page) => {
        await page.locator('#games input[value="go"]').check({ force: true });
        await page.locator("#begin").tap();
        await page.locator("#board .cell").first().waitFor({ timeout: 60_000 });
        await page.locator("#pass").tap();
        await until(async () => (await moves(page)).length === 1);
        assert.equal(await page.locator("#message").textContent(), "1. A player passes.");
        assert.deepEqual(await barriers(page), []);
        await page.locator("#pass").tap();
        await until(async () => (await moves(page)).length === 2);
        assert.deepEqual(await moves(page), ["Pass", "Pass"]);
        await until(async () => !(await page.locator("#pass").isVisible()));
        assert.match(await page.locator("#message").textContent(), /^Both sides have passed/);
        await page.locator("#end").tap();
        await page.locator("#again:not([hidden])").waitFor();
      },
      "/live",
    );
  } finally {
    await close();
  }
});

test("the clock of a game that has ended stands, whatever is knocked over since", () =>
  onPage(
    DESKTOP,
    async (page) => {
      const running = await page.evaluate(async () => {
        const { clocks } = await import("/assets/clock.js");
        const live = { begun_s: 10, standing: "wrong", board: { to_move: "black" }, moves: [{ side: "white", took_s: 4, seen_s: 14 }] };
        return [false, true].map((over) => clocks({ ...live, over }, 20, { minutes: 0, increment: 0 }));
      });
      assert.deepEqual(running, [
        { seconds: { white: 4, black: 6 }, running: "black" },
        { seconds: { white: 4, black: 0 }, running: null },
      ]);
    },
    "/live",
  ));

test("a flag that has fallen stays so, as the record has it", () =>
  onPage(
    DESKTOP,
    async (page) => {
      const clocks = (took, now) =>
        page.evaluate(
          async ([took, now]) => {
            const { clocks } = await import("/assets/clock.js");
            const moves = took.map((took_s, i) => ({ side: i % 2 ? "black" : "white", ...(took_s !== null && { took_s }), seen_s: 0 }));
            return clocks({ begun_s: 0, moves }, now, { minutes: 1, increment: 2 });
          },
          [took, now],
        );
      assert.deepEqual(await clocks([5, 20, 10], 4), { seconds: { white: 49, black: 38 }, running: "black" });
      assert.deepEqual(await clocks([5, 20, 10, 100, 7, 1], 4), { seconds: { white: 49, black: 0 }, running: null });
      assert.deepEqual(await clocks([null, 3], 0), { seconds: { white: 60, black: 59 }, running: "white" });
    },
    "/live",
  ));

const ID = "0123456789abcdef0123456789abcdef";

/** A game as the server tells of it. */
function told(standing, message, moves = []) {
  const board = { notation: standing, cells: Array(8).fill("........"), to_move: "white" };
  const live = { schema: 1, game: "chess", standing, over: false, message, board, moves, wrong: [], begun_s: 1, now_s: Date.now() / 1000, frames: 1 };
  return { id: ID, last_event: 1, asked: { game: "chess", lang: "en" }, live };
}

test("whoever watches sees that the board is free again, which no event says", () =>
  onPage(PHONE, async (page) => {
    let now = told("going", "White has moved: e4");
    await page.route(/\/v1\/games/, (route) => {
      if (!route.request().url().includes("/events")) return route.fulfill({ json: now });
      // Nothing happens.
    });
    now = told("busy", "Something is over the board.");
    await page.goto(`${ADDRESS}/live#game=${ID}`);
    await page.locator("#sight", { hasText: "Something is over the board." }).waitFor();
    now = told("going", "White has moved: e4");
    await until(async () => (await page.locator("#sight").textContent()) === "");
    await page.locator("#message", { hasText: "e4" }).waitFor();
  }));

test("the last move is marked under its piece, and said in the game's language", () =>
  onPage(PHONE, async (page) => {
    const before = told("going", "before");
    const after = told("going", "after");
    after.live.board = { ...after.live.board, notation: "after", cells: [`R${".".repeat(7)}`, ...Array(7).fill("........")] };
    for (const one of [before, after]) one.asked.lang = "pl";
    await page.addInitScript(() => {
      window.voices = [];
      speechSynthesis.speak = ({ text, lang }) => window.voices.push([text, lang]);
    });
    let now = before;
    let say;
    const said = new Promise((done) => (say = done));
    await page.route(/\/v1\/games/, async (route) => {
      if (!route.request().url().includes("/events")) return route.fulfill({ json: now });
      // It is said once.
      if (now === after) return;
      await said;
      now = after;
      const event = { event: "move", move: "Ra8", said: ["Wieża a8"] };
      return route.fulfill({ contentType: "text/event-stream", body: `data: ${JSON.stringify(event)}\n\n` });
    });
    await page.goto(`${ADDRESS}/live#game=${ID}`);
    await page.reload();
    await page.locator("#board .cell").first().waitFor();
    await page.evaluate(() => (document.getElementById("spoken").checked = true));
    say();
    const moved = page.locator("#board .cell:has(.moved)");
    await moved.waitFor();
    assert.equal(await moved.getAttribute("data-cell"), "0,0");
    assert.deepEqual(await moved.evaluate((cell) => [...cell.children].map((one) => one.getAttribute("class") ?? one.tagName)), ["hit", "moved", "g"]);
    assert.deepEqual(await page.evaluate(() => window.voices), [["Wieża a8", "pl"]]);
  }));

test("a game that could not be ended can be ended once more", async () => {
  const camera = await launch(["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream"]);
  const run = async (page) => {
    const asked = [];
    await page.route(/\/v1\/games/, (route) => {
      const path = new URL(route.request().url()).pathname.split("/").pop();
      asked.push(path);
      const { live } = told("going", "White has moved: e4");
      if (path === "games") return route.fulfill({ status: 201, json: told("waiting", "") });
      if (path === "finish" && asked.filter((one) => one === "finish").length === 1) return route.abort();
      return route.fulfill({ json: { skipped: false, events: [], live: { ...live, over: path === "finish" } } });
    });
    await page.locator("#begin").tap();
    await page.locator("#message", { hasText: "e4" }).waitFor();
    await page.locator("#end").tap();
    await page.locator("#fault", { hasText: "cannot be reached" }).waitFor();
    await page.locator("#end").tap();
    await until(() => page.locator("#fault").isHidden());
    assert.equal(await page.locator("#end").isHidden(), true);
    assert.equal(asked.at(-1), "finish", "no frame comes after it");
    assert.equal(await page.locator("#clocks .running").count(), 0);
  };
  await onPage({ ...PHONE, browser: camera }, run, "/live").finally(() => camera.close());
});

test("a page that may not use the camera says so", () =>
  onPage(
    DESKTOP,
    async (page) => {
      await page.locator("#begin").click();
      await page.locator("#fault:not([hidden])").waitFor();
      assert.match(await page.locator("#fault").textContent(), /camera/i);
      assert.deepEqual(await barriers(page), []);
    },
    "/live",
  ));

test("a link to a game that is no more says so", () =>
  onPage(
    PHONE,
    async (page) => {
      await page.locator("#fault:not([hidden])").waitFor();
      assert.match(await page.locator("#fault").textContent(), /does not know this game/);
    },
    "/live#game=0123456789abcdef0123456789abcdef",
  ));

/** Opens a game that the server tells so of, and of which nothing happens. */
async function watched(page, game) {
  await page.route(/\/v1\/games/, (route) => {
    if (!route.request().url().includes("/events")) return route.fulfill({ json: game });
  });
  await page.goto(`${ADDRESS}/live#game=${ID}`);
  await page.reload();
}

test("the numbers of the moves are seen whole, up to three hundred of them", async () => {
  for (const [view, game] of [[PHONE, "chess"], [PHONE, "go"], [DESKTOP, "go"]]) {
    await onPage(
      view,
      async (page) => {
        const moves = Array.from({ length: 300 }, (_, i) => ({ number: i + 1, move: game === "go" ? "Q16" : "Nbxd7+" }));
        await watched(page, told("going", "", moves));
        await page.locator("#moves li").nth(299).waitFor();
        // A marker inside its item widens it: no item is narrower than its number and its move need, and none overlaps the next.
        const faults = await page.evaluate(() => {
          const list = document.getElementById("moves");
          const boxes = [...list.children].map((item) => item.getBoundingClientRect());
          const overlaps = boxes.filter((box, i) => boxes[i + 1] && boxes[i + 1].top === box.top && boxes[i + 1].left < box.right).length;
          const style = getComputedStyle(list.lastElementChild);
          const outside = style.listStylePosition !== "inside";
          return { overlaps, outside, wide: list.scrollWidth - list.clientWidth };
        });
        assert.deepEqual(faults, { overlaps: 0, outside: false, wide: 0 });
      },
      "/live",
    );
  }
});

test("that a game speaks another language than the page is said", () =>
  onPage(
    PHONE,
    async (page) => {
      const game = told("going", "1. e4");
      game.asked.lang = "fi";
      await watched(page, game);
      const note = page.locator("#game-language");
      await note.waitFor();
      assert.equal(await note.textContent(), "This game was begun in Suomi: what is said of it stays in that language.");
      assert.deepEqual(await barriers(page), []);
      await page.locator("#language").selectOption("fi");
      await note.waitFor({ state: "hidden" });
      await page.locator("#language").selectOption("zh");
      await page.locator("#game-language", { hasText: "Suomi" }).waitFor();
    },
    "/live",
  ));
