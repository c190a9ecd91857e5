// Pictures of every screen, in both languages and every look, for people to look at: `npm run screenshots`.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

import { LOOKS, wear } from "./harness/access.js";
import { openDesk } from "./harness/desk.js";
import { LANGUAGES, walk, WALKS } from "./harness/screens.js";

const FOLDER = fileURLToPath(new URL("output/screenshots", import.meta.url));

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

/** Keeps a picture of the page at 1440 × 900. */
async function photograph(desk, name) {
  await mkdir(FOLDER, { recursive: true });
  const [width, height] = await desk.browser.execute(() => [outerWidth - innerWidth, outerHeight - innerHeight]);
  await desk.browser.setWindowSize(1440 + width, 900 + height);
  // What changes colour slowly has done so, and is on the picture once the frame after the next has begun.
  await desk.browser.executeAsync((drawn) =>
    Promise.all(document.getAnimations().map(({ finished }) => finished)).then(() => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
  );
  await desk.browser.saveScreenshot(join(FOLDER, `${name}.png`));
}
