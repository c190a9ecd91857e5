// Pictures of the real window. `npm run screenshots` takes each screen in both languages and all appearances, for
// people to look at. `npm run pictures` takes the pictures of the guide and of the README, which are committed.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import sharp from "sharp";

import { LOOKS, wear } from "./harness/access.js";
import { openDesk } from "./harness/desk.js";
import { GUIDE } from "./harness/guide.js";
import { LANGUAGES, walk, WALKS } from "./harness/screens.js";

const FOLDER = fileURLToPath(new URL("output/screenshots", import.meta.url));
const GUIDE_FOLDER = fileURLToPath(new URL("../../ui/src/lib/guide/pictures", import.meta.url));
const README_PICTURE = fileURLToPath(new URL("../../src-tauri/docs/desk.webp", import.meta.url));

for (const [title, steps] of Object.entries(WALKS)) {
  for (const [language, words] of Object.entries(LANGUAGES)) {
    test(`screenshots of ${title} (${language})`, async (t) => {
      const given = steps.options(words);
      const desk = await openDesk(t, { ...given, settings: { language, ...given.settings } });
      await walk(desk, words, steps, async (name) => {
        for (const [look, colours] of Object.entries(LOOKS)) {
          await wear(desk, colours);
          await photograph(desk, `${name}-${language}-${look}`);
        }
        await wear(desk, LOOKS.paper);
      });
    });
  }
}

for (const [language, words] of Object.entries(LANGUAGES)) {
  test(`pictures of the guide (${language})`, async (t) => {
    const desk = await openDesk(t, { ...GUIDE.options(words), settings: { language } });
    await walk(desk, words, GUIDE, async (name, { margin, elements }) => {
      await photograph(desk, `guide-${name}-${language}`);
      const box = await boxOf(desk, elements(words), margin);
      await sharp(join(FOLDER, `guide-${name}-${language}.png`))
        .extract(box)
        .webp({ quality: 70, effort: 6 })
        .toFile(join(GUIDE_FOLDER, `${name}-${language}.webp`));
      // The screen of the offer shows most of the desk, so its picture is also the picture of the README.
      if (name === "offer" && language === "en") {
        await sharp(join(FOLDER, `guide-${name}-${language}.png`)).webp({ quality: 80, effort: 6 }).toFile(README_PICTURE);
      }
    });
  });
}

/** Returns the box around the elements, from the first to the last, with `margin` pixels around it. */
async function boxOf(desk, selectors, margin) {
  const boxes = [];
  for (const selector of selectors) {
    boxes.push(await desk.browser.execute((element) => element.getBoundingClientRect().toJSON(), await desk.finds(selector)));
  }
  const edge = (name, which) => which(...boxes.map((box) => Math.round(box[name])));
  const [left, top] = [edge("left", Math.min) - margin, edge("top", Math.min) - margin];
  return { left, top, width: edge("right", Math.max) + margin - left, height: edge("bottom", Math.max) + margin - top };
}

/** Saves a picture of the page at 1440 × 900. */
async function photograph(desk, name) {
  await mkdir(FOLDER, { recursive: true });
  const [width, height] = await desk.browser.execute(() => [outerWidth - innerWidth, outerHeight - innerHeight]);
  await desk.browser.setWindowSize(1440 + width, 900 + height);
  // Waits until all animations have ended, and then until the next frame but one, which has the final colours.
  await desk.browser.executeAsync((drawn) =>
    Promise.all(document.getAnimations().map(({ finished }) => finished)).then(() => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
  );
  await desk.browser.saveScreenshot(join(FOLDER, `${name}.png`));
}
