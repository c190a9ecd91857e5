import { render, screen } from '@testing-library/svelte'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { locale } from '$lib/i18n'
import Outline from './Outline.svelte'
import { rowsOf } from './tree'

const headings = (...levels: number[]) => levels.map((level, at) => ({ level, title: `第 ${at} 章` }))

it.each([
  [[1, 2, 2, 1], [0, 1, 1, 0]],
  [[1, 3, 2, 3], [0, 1, 1, 2]],
  [[3, 1, 2], [0, 0, 1]],
  [[], []],
])('headings of levels %j have the depths %j', (levels, depths) => {
  expect(rowsOf(headings(...levels)).map(({ depth }) => depth)).toEqual(depths)
})

function open(levels: number[], current = -1) {
  const onGo = vi.fn()
  render(Outline, { headings: headings(...levels), current, onGo })
  return { onGo, items: () => screen.getAllByRole('treeitem').map((item) => item.textContent?.trim()) }
}

describe('the outline', () => {
  it('is a tree that marks the heading above the caret', () => {
    open([1, 2, 1], 1)
    expect(screen.getByRole('tree', { name: 'Outline' })).toBeTruthy()
    const [first, second, third] = screen.getAllByRole('treeitem')
    expect(first?.ariaExpanded ?? first?.getAttribute('aria-expanded')).toBe('true')
    expect(second?.getAttribute('aria-current')).toBe('location')
    expect(second?.getAttribute('aria-level')).toBe('2')
    expect(third?.getAttribute('aria-expanded')).toBeNull()
    expect(screen.getAllByRole('treeitem').filter((item) => item.tabIndex === 0)).toEqual([second])
  })

  it('jumps to a heading by click and by keys alone', async () => {
    const user = userEvent.setup()
    const { onGo, items } = open([1, 2, 2, 1], 0)
    await user.click(screen.getByText('第 2 章'))
    expect(onGo).toHaveBeenLastCalledWith(2)
    await user.keyboard('{Home}')
    await user.tab()
    await user.tab({ shift: true })
    await user.keyboard('{ArrowDown}{Enter}')
    expect(onGo).toHaveBeenLastCalledWith(1)
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(items()).toEqual(['第 0 章', '第 3 章'])
    await user.keyboard('{End}{Enter}')
    expect(onGo).toHaveBeenLastCalledWith(3)
    await user.keyboard('{ArrowUp}{ArrowRight}{ArrowRight} ')
    expect(onGo).toHaveBeenLastCalledWith(1)
  })

  it('marks the folded branch that contains the heading', async () => {
    const user = userEvent.setup()
    open([1, 2], 1)
    screen.getByText('第 0 章').closest('li')?.focus()
    await user.keyboard('{ArrowLeft}')
    expect(screen.getByRole('treeitem').getAttribute('aria-current')).toBe('location')
  })

  it('has Chinese words', () => {
    locale.set('zh')
    open([1])
    expect(screen.getByRole('tree', { name: '大纲' })).toBeTruthy()
  })
})
