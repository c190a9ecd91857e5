import { expect, it } from 'vitest'
import { fault } from '$lib/fake/fakeHost'
import { locale } from '$lib/i18n'
import { Notices } from './notices.svelte'

it('shows the newest notice and the number of waiting ones', () => {
  const notices = new Notices()
  notices.report(fault('DISK_FULL'))
  notices.report(fault('NOT_FOUND'))
  expect(notices.sentence).toMatch(/no longer there/)
  expect(notices.waiting).toBe(1)
  notices.dismiss()
  expect(notices.sentence).toMatch(/disk is full/)
})

it('shows equal notices once', () => {
  const notices = new Notices()
  notices.report(fault('DISK_FULL'))
  notices.report(fault('DISK_FULL'))
  notices.dismiss()
  expect(notices.sentence).toBeNull()
})

it('follows the language of the interface', () => {
  const notices = new Notices()
  notices.report(fault('DISK_FULL'))
  locale.set('zh')
  expect(notices.sentence).toMatch(/^磁盘已满/)
})

it('keeps the last five notices', () => {
  const notices = new Notices()
  for (let at = 0; at < 9; at += 1) notices.tell(() => `Notice ${at}.`)
  expect(notices.waiting).toBe(4)
})
