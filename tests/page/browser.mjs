// A browser, a page of the server in it, and what all tests do with it.

import AxeBuilder from "@axe-core/playwright";
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const ADDRESS = process.env.KIBITZER_URL;
assert.ok(ADDRESS, "KIBITZER_URL is not set: run tests/page/run.sh");

export const photo = (name) => fileURLToPath(new URL(`../../datasets/${name}`, import.meta.url));
export const CHESS = photo("demo/images/chess-before.jpg");
export const CHESS_AFTER = photo("demo/images/chess-after.jpg");
export const GO = photo("demo/images/go-end.jpg");
export const NO_BOARD = photo("noboard/images/none-00900010.jpg");
export const CHECKERS = photo("samples/images/checkers-00000300.jpg");
export const QWIRKLE = photo("samples/images/qwirkle-00000311.jpg");

export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const DESKTOP = { viewport: { width: 1280, height: 800 } };

/** A browser with these switches. */
export const launch = (args = []) => chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", ...args] });

const usual = await launch();
process.on("exit", () => usual.close());

/** Keeps the server's token where the page keeps it. */
const admit = (context) => context.addInitScript((token) => token && localStorage.setItem("token", token), process.env.KIBITZER_TOKEN);

/** Runs a test on a page of its own; faults of scripts fail it. */
export async function onPage({ browser = usual, ...options }, run, path = "/") {
  const context = await browser.newContext({ locale: "en-US", ...options });
  await admit(context);
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => /Content Security Policy/.test(message.text()) && faults.push(message.text()));
  try {
    await page.goto(ADDRESS + path);
    await run(page, context);
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
  }
}

/** Gives the page a photo and waits for its board. */
export async function read(page, file) {
  const answer = page.waitForResponse((response) => response.url().includes("/v1/read"));
  await page.setInputFiles("#chosen", file);
  assert.equal((await answer).status(), 200);
  await page.locator("#result:not([hidden]) .cell").first().waitFor();
}

export const cell = (page, row, column) => page.locator(`#board .cell[data-cell="${row},${column}"]`);

/** What axe finds that keeps people out. */
export async function barriers(page) {
  const { violations } = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]).analyze();
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
}

/** Waits until something is so. (The page's policy forbids what Playwright's own waiting does.) */
export async function until(isSo, seconds = 10) {
  for (let tries = 0; tries < 20 * seconds; tries++) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`it has not become so in ${seconds} seconds`);
}
