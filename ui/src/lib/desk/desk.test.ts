import { describe, expect, it } from 'vitest'
import { fakeHost, fault, type World } from '$lib/host/fake'
import { sampleWorld } from '$lib/host/sample'
import type { EditorStatus } from '$lib/editor'
import { locale } from '$lib/i18n'
import { Desk } from './desk.svelte'

async function start(change: (world: World) => void = () => {}) {
  const world = sampleWorld()
  change(world)
  const host = fakeHost({ world })
  const desk = new Desk(host)
  await desk.listen()
  await desk.start()
  return { desk, host }
}

const status = (given: Partial<EditorStatus>): EditorStatus => ({
  path: 'Part One/03 The ferry.md',
  save: 'saved',
  fault: null,
  units: 100,
  selected: 0,
  ...given,
})

describe('the start', () => {
  it('opens the file of last time', async () => {
    const { desk } = await start((world) => (world.settings.lastFile = 'Part Two/05 渡口.md'))
    expect(desk.document?.path).toBe('Part Two/05 渡口.md')
    expect(desk.started).toBe(true)
  })

  it('opens the first file where that one is gone', async () => {
    const { desk } = await start((world) => (world.settings.lastFile = 'gone.md'))
    expect(desk.document?.path).toBe('Part One/01 Low tide.md')
  })

  it('waits for a folder the first time', async () => {
    const { desk } = await start((world) => {
      world.project = null
      world.settings.lastProject = null
    })
    expect(desk.started).toBe(true)
    expect(desk.project).toBeNull()
    expect(desk.notices.sentence).toBeNull()
  })

  it('says so where the folder of last time cannot be reached, and offers it again', async () => {
    const world = sampleWorld()
    world.project = null
    const host = fakeHost({ world })
    host.failNext('currentProject', fault('PROJECT_UNAVAILABLE', '', { path: '/media/usb/Novel' }))
    const desk = new Desk(host)
    await desk.start()
    expect(desk.project).toBeNull()
    expect(desk.lastProject).toBe('/home/writer/The Salt Road')
    expect(desk.notices.sentence).toContain('/media/usb/Novel')
  })

  it('shows what the project has to tell, in the language of the interface', async () => {
    const { desk } = await start((world) =>
      world.project?.notices.push({ kind: 'index_rebuilt', path: 'memory/index', message: 'For the log.' }),
    )
    expect(desk.notices.sentence).toMatch(/^The index/)
    locale.set('zh')
    expect(desk.notices.sentence).toMatch(/^索引/)
  })
})

describe('the page', () => {
  it('keeps its file when another cannot be read', async () => {
    const { desk, host } = await start()
    host.failNext('readFile', fault('FILE_NOT_UTF8', '', { path: 'Notes/Cast.md' }))
    await desk.openFile('Notes/Cast.md')
    expect(desk.document?.path).toBe('Part One/03 The ferry.md')
    expect(desk.notices.sentence).toContain('Notes/Cast.md')
  })

  it('is remembered for the next start', async () => {
    const { desk, host } = await start()
    await desk.openFile('Notes/Cast.md')
    expect(host.world.settings.lastFile).toBe('Notes/Cast.md')
  })

  it('stays when the writer closes the folder picker', async () => {
    const { desk } = await start((world) => (world.picks = null))
    await desk.pick()
    expect(desk.project?.name).toBe('The Salt Road')
    expect(desk.document?.path).toBe('Part One/03 The ferry.md')
  })

  it('is saved before another folder is opened, and kept when it cannot be', async () => {
    const { desk } = await start((world) => (world.picks = '/home/writer/Other'))
    desk.flush = () => Promise.reject(fault('DISK_FULL'))
    await desk.pick()
    expect(desk.project?.name).toBe('The Salt Road')
    desk.flush = async () => {}
    await desk.pick()
    expect(desk.project?.name).toBe('Other')
  })
})

describe('the session', () => {
  it('counts what was gained over all files, from the first count of each', async () => {
    const { desk } = await start()
    desk.follow(status({ units: 100 }))
    desk.follow(status({ units: 130 }))
    desk.follow(status({ path: 'Notes/Cast.md', units: 50 }))
    desk.follow(status({ path: 'Notes/Cast.md', units: 40 }))
    expect(desk.session.gain).toBe(20)
  })

  it('does not take a file that is not counted yet for an empty one', async () => {
    const { desk } = await start()
    desk.follow(status({ units: null }))
    desk.follow(status({ units: 100 }))
    expect(desk.session.gain).toBe(0)
  })
})

it('shows the length of a file in the list once it is saved', async () => {
  const { desk } = await start()
  const listed = () => desk.files.value?.find(({ path }) => path === 'Part One/03 The ferry.md')?.units
  const before = listed()
  desk.follow(status({ save: 'unsaved', units: 7 }))
  expect(listed()).toBe(before)
  desk.follow(status({ save: 'saved', units: 7 }))
  expect(listed()).toBe(7)
})

describe('closing the window', () => {
  it('waits for the text to be saved', async () => {
    const { desk, host } = await start()
    let saved = false
    desk.flush = async () => {
      saved = true
    }
    await host.close()
    expect(saved).toBe(true)
  })

  it('is refused once while something is unsaved, and then allowed', async () => {
    const { desk, host } = await start()
    desk.flush = () => Promise.reject(fault('DISK_FULL'))
    await expect(host.close()).rejects.toMatchObject({ code: 'DISK_FULL' })
    expect(desk.notices.sentence).toMatch(/Close the window again/)
    await expect(host.close()).resolves.toBeUndefined()
  })
})
