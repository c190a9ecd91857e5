// Prints paragraphs of a draft, for the benchmark of first days:
//
//     LANGUAGE=en COUNT=600 node drafts.js > drafts.txt
//
// `SEED` makes others.

import { paragraphs } from "./harness/drafts.js";
import { random } from "./harness/random.js";

const language = process.env.LANGUAGE === "zh" ? "zh" : "en";
const drafts = paragraphs(language, Number(process.env.COUNT ?? 600), random(Number(process.env.SEED ?? 1)));
console.log(drafts.join("\n\n"));
