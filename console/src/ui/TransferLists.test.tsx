import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { waitFor } from '../testing/wait-for'
import { TransferLists, type TransferSide } from './TransferLists'

const side = (title: string, entries: TransferSide['entries'], onMove = vi.fn()): TransferSide => ({
  ...{ title, entries, onMove, count: String(entries.length) },
  ...{ emptyText: 'None', allLabel: `All of ${title}` },
})

it('a line takes a press also right after the list was scrolled', async () => {
  const doors = Array.from({ length: 100 }, (_, index) => ({ id: `${index}`, name: `Door ${index}` }))
  const onMove = vi.fn()
  await render(<TransferLists hint="Press one." from={side('Available', doors, onMove)} to={side('Chosen', [])} />)
  const list = page.getByRole('listbox', { name: 'Available' })
  await expect.element(list.getByRole('option', { name: 'Door 0' })).toBeVisible()
  const scrolled = list.element()
  scrolled.scrollTop = 320
  // React Aria's own answer to scrolling, for 300 ms.
  await waitFor(() => expect((scrolled.firstElementChild as HTMLElement).style.pointerEvents).toBe('none'))
  const { left, top } = scrolled.getBoundingClientRect()
  const under = document.elementFromPoint(left + 20, top + 20)?.closest<HTMLElement>('[role=option]')
  expect(under?.textContent).toMatch(/^Door 1\d/)
  under?.click()
  expect(onMove).toHaveBeenCalledOnce()
})
