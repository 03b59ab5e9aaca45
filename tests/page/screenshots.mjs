// Takes the pictures of the page that docs/serving.md shows: KIBITZER_URL=... node screenshots.mjs

import { fileURLToPath } from "node:url";
import { CHESS, DESKTOP, GO, PHONE, onPage, read } from "./browser.mjs";
import { beforeTheBoard } from "./film.mjs";

const file = (name) => fileURLToPath(new URL(`screenshots/${name}.png`, import.meta.url));

await onPage(PHONE, async (page) => {
  await read(page, CHESS);
  await page.waitForTimeout(500);
  await page.evaluate(() => scrollTo(0, 130));
  await page.screenshot({ path: file("phone") });
});
await onPage(DESKTOP, async (page) => {
  await read(page, GO);
  await page.locator("#modes input").nth(1).check();
  await page.locator("#panel .result-line").waitFor();
  await page.waitForTimeout(500);
  await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: file("desktop") });
});
const { browser, close } = await beforeTheBoard();
await onPage(
  { ...PHONE, browser },
  async (page) => {
    await page.locator("#minutes").fill("5");
    await page.locator("#begin").tap();
    await page.locator("#message.wrong").waitFor({ timeout: 120_000 });
    await page.evaluate(() => scrollTo(0, 0));
    await page.screenshot({ path: file("live") });
  },
  "/live",
);
await close();
process.exit(0);
