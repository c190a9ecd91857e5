import { render, screen } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { createRawSnippet } from 'svelte'
import { describe, expect, it } from 'vitest'
import Tabs from './Tabs.svelte'

const names = ['rules', 'questions', 'files'] as const

function show() {
  render(Tabs, {
    label: 'Memory',
    selected: 'rules',
    tabs: names.map((name) => ({ name, label: name.toUpperCase() })),
    panel: createRawSnippet(() => ({ render: () => '<p>What the tab shows.</p>' })),
  })
  return userEvent.setup()
}

const selected = () => screen.getByRole('tab', { selected: true }).textContent?.trim()

describe('tabs', () => {
  it.each([
    ['{ArrowRight}', 'QUESTIONS'],
    ['{ArrowRight}{ArrowRight}{ArrowRight}', 'RULES'],
    ['{ArrowLeft}', 'FILES'],
    ['{End}', 'FILES'],
    ['{End}{Home}', 'RULES'],
  ])('move the selection and the focus with %s to %s', async (keys, expected) => {
    const user = show()
    await user.tab()
    await user.keyboard(keys)
    expect(selected()).toBe(expected)
    expect(document.activeElement).toBe(screen.getByRole('tab', { selected: true }))
  })

  it('are one stop for the Tab key', async () => {
    const user = show()
    await user.tab()
    await user.tab()
    expect(screen.getAllByRole('tab')).not.toContain(document.activeElement)
  })

  it('name their panel', async () => {
    const user = show()
    await user.click(screen.getByRole('tab', { name: 'FILES' }))
    expect(screen.getByRole('tabpanel').getAttribute('aria-labelledby')).toBe(
      screen.getByRole('tab', { name: 'FILES' }).id,
    )
  })
})
