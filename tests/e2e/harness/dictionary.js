// A dictionary for the desk that is the same on each machine, so that tests do not depend on installed dictionaries.

import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Gives an installation an English dictionary with all words of a project's manuscripts except one. */
export async function putDictionary(project, data, missing) {
  const names = (await readdir(project, { recursive: true })).filter((name) => name.endsWith(".md"));
  const texts = await Promise.all(names.map((name) => readFile(join(project, name), "utf8")));
  const all = texts.join("\n").replace(/’/gu, "'").match(/\p{Script=Latin}+(?:'\p{Script=Latin}+)*/gu) ?? [];
  const words = [...new Set(all)].filter((word) => word !== missing);
  const folder = join(data, "dictionaries");
  await mkdir(folder);
  await writeFile(join(folder, "en_US.aff"), "SET UTF-8\nTRY esianrtolcdugmphbyfvkwz'\n");
  await writeFile(join(folder, "en_US.dic"), [words.length, ...words, ""].join("\n"));
}
