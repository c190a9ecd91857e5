import { expect, it } from 'vitest'
import type { RunView } from '$lib/host'
import { byDay } from './days'

const run = (id: string, at: Date): RunView => ({
  id,
  kind: 'distill',
  at: at.toISOString(),
  added: 0,
  updated: 0,
  removed: 0,
  episodes: 0,
  files: [],
  undoes: null,
  undoneBy: null,
  restorable: true,
})

it('groups runs by local day, in the given order', () => {
  const runs = [
    run('c', new Date(2026, 10, 21, 9)),
    run('b', new Date(2026, 10, 21, 0, 1)),
    run('a', new Date(2026, 10, 20, 23, 59)),
  ]
  const days = byDay(runs, new Date(2026, 10, 21, 12))
  expect(days.map(([day, list]) => [day, list.map(({ id }) => id)])).toEqual([
    ['today', ['c', 'b']],
    ['yesterday', ['a']],
  ])
})
