import { describe, expect, it } from 'vitest'
import { fakeHost, fault, type FakeHost } from '$lib/fake/fakeHost'
import { Notices } from '$lib/notices/notices.svelte'
import type { DistillProgress } from '$lib/host'
import { Learning } from './learning.svelte'

const progress = (given: Partial<DistillProgress>): DistillProgress => ({
  runId: 'run-1',
  projectId: 'project',
  trigger: 'batch',
  stage: 'clustered',
  progress: 0.25,
  message: null,
  errorCode: null,
  ...given,
})

describe('a distillation', () => {
  it('shows its stages and then its report', async () => {
    const host = fakeHost()
    const learning = new Learning(host, new Notices())
    const stages: string[] = []
    await host.onDistillProgress((step) => {
      void learning.follow(step)
      stages.push(learning.progress?.stage ?? 'none')
    })
    await learning.distill()
    expect(stages).toEqual(['started', 'clustered', 'patterned', 'generated', 'generated'])
    expect(learning.report?.updated).toBe(1)
    expect(learning.running).toBe(false)
    expect(learning.view.value?.pending).toBe(0)
  })

  it('is requested once, however often the button is pressed', async () => {
    const host = fakeHost()
    const learning = new Learning(host, new Notices())
    await Promise.all([learning.distill(), learning.distill()])
    expect(host.world.runs.filter((run) => run.kind === 'distill')).toHaveLength(3)
  })

  it('reports why it changed nothing', async () => {
    const host = fakeHost()
    const learning = new Learning(host, new Notices())
    host.failNext('distill', fault('DISK_FULL'))
    await learning.distill()
    expect(learning.fault?.code).toBe('DISK_FULL')
    expect(learning.running).toBe(false)
    await learning.distill()
    expect(learning.fault).toBeNull()
  })

  it.each<[string, (learning: Learning, host: FakeHost) => Promise<void>]>([
    [
      'a new choice',
      (learning, host) => {
        host.world.learning.pending += 1
        return learning.refresh()
      },
    ],
    ['a pause', (learning) => learning.pause(true)],
    ['another run', (learning) => learning.follow(progress({ stage: 'started' }))],
  ])('has no report any more after %s', async (_, next) => {
    const host = fakeHost()
    const learning = new Learning(host, new Notices())
    await learning.distill()
    expect(learning.report).not.toBeNull()
    await next(learning, host)
    expect(learning.report).toBeNull()
  })

  it('keeps its report when old episodes are compacted meanwhile', async () => {
    const learning = new Learning(fakeHost(), new Notices())
    await learning.distill()
    const report = learning.report
    await learning.refresh()
    expect(learning.report).toBe(report)
  })

  it('is shown when the core starts it, and when it fails', async () => {
    const learning = new Learning(fakeHost(), new Notices())
    await learning.follow(progress({}))
    expect(learning.running).toBe(true)
    await learning.follow(progress({ stage: 'failed', message: 'No.', errorCode: 'MEMORY_FILE_UNUSABLE' }))
    expect(learning.running).toBe(false)
    expect(learning.fault?.code).toBe('MEMORY_FILE_UNUSABLE')
  })
})
