// Finds commands by their titles, by other words for them, by their titles in the other language, and by pinyin.

import { locale, sayIn } from '$lib/i18n'
import { groupOf, type Command } from './command'
import { pointsOfAll, rank, scoreWord, wordsOf, type Match } from './match'
import { t } from './messages'
import { pinyinPoints } from './pinyin'

/** The points for a whole name. The name of a file gives at most 4, so that such a command comes before the files. */
const WHOLE = 5

/** Returns the commands that match a query, best first; all in their order for an empty query. */
export function findCommands(commands: readonly Command[], query: string): Match<Command>[] {
  const words = wordsOf(query)
  if (words.length === 0) return commands.map((each) => ({ each, points: 0 }))
  const whole = words.join(' ')
  return rank(commands, ({ title }) => title(), (command) => {
    const title = command.title().toLowerCase()
    const titled = `${title} ${t.groups[groupOf(command)].toLowerCase()}`
    const others = otherNames(command)
    if ([title, ...others].some((name) => name.replace(/…$/u, '') === whole)) return WHOLE
    return pointsOfAll(words, (word) =>
      best([
        scoreWord(titled, word),
        ...others.map((name) => outOfView(scoreWord(name, word))),
        ...(locale.current === 'zh' ? [pinyinPoints(title, word), ...others.map((name) => outOfView(pinyinPoints(name, word)))] : []),
      ]),
    )
  })
}

/** Returns the names of a command that are not in view: its title in the other language, and other words for it. */
function otherNames({ title, others = [] }: Command): string[] {
  return [sayIn(locale.current === 'zh' ? 'en' : 'zh', title), ...others].map((name) => name.toLowerCase())
}

/** A word out of view gives less than one in view. Its letters must stand together, since nobody sees them. */
function outOfView(points: number | null): number | null {
  return points === null || points < 2 ? null : points - 0.5
}

function best(all: readonly (number | null)[]): number | null {
  const points = all.filter((each) => each !== null)
  return points.length > 0 ? Math.max(...points) : null
}
