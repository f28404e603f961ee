import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { beginSession } from '../../session/session'
import { local } from '../../session/storage'
import { expectAccessible } from '../../testing/axe'
import { fakeApi } from '../../testing/fake-api'
import { account, signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import { sharePanelView } from '../choices'
import ModifyFilters from './Overlay'

signedIn()
beforeEach(() => page.viewport(390, 844))
afterEach(() => sharePanelView(null))

async function open() {
  fakeApi(account)
  await beginSession()
  const close = vi.fn()
  await render(<ModifyFilters close={close} />)
  return close
}

const box = (name: string) => page.getByRole('checkbox', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('the filters of a small screen', () => {
  it('count at once, are remembered and reset; there is nothing to save', async () => {
    const close = await open()
    await expect.element(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
    await expectAccessible()
    expect(button('Save').query()).toBeNull()
    await userEvent.click(page.getByText('User groups'))
    await expect.element(box('User groups')).not.toBeChecked()
    expect(local.get('filters')).toMatchObject({ ShowUserGroups: false, ShowAdmins: true })
    await userEvent.click(button('Reset filters'))
    await expect.element(box('User groups')).toBeChecked()
    await userEvent.click(button('Close').last())
    expect(close).toHaveBeenCalledOnce()
  })

  it('have searches and orders', async () => {
    await open()
    await userEvent.fill(page.getByRole('searchbox', { name: /^Search locks/ }), 'street')
    await userEvent.click(button('Clear search').first())
    await expect.element(page.getByRole('searchbox', { name: /^Search locks/ })).toHaveValue('')
    await userEvent.click(page.getByRole('button', { name: /Order of guests/ }))
    await userEvent.click(page.getByRole('option', { name: 'Guests, newest first' }))
    await expect.element(page.getByRole('button', { name: /Guests, newest first/ })).toBeVisible()
  })

  it('lead to any page of the grid, where there is one', async () => {
    await page.viewport(800, 900)
    const goTo = vi.fn()
    const rowNames = ['Anna', 'Bo', 'Cleo', 'Dan'].map((name) => ({ from: name, to: name }))
    const columnNames = ['Attic', 'Street door'].map((name) => ({ from: name, to: name }))
    const counts = { row: 1, rows: 4, column: 2, columns: 2, rowsEach: 1, columnsEach: 1 }
    sharePanelView({ pages: { ...counts, rowNames, columnNames }, canNarrow: true, people: true, goTo })
    await open()
    await userEvent.click(page.getByRole('button', { name: /Guest page/ }))
    await userEvent.click(page.getByRole('option', { name: '3: Cleo' }))
    expect(goTo).toHaveBeenCalledExactlyOnceWith(3, 2)
  })

  it('go once there is room beside the grid', async () => {
    const close = await open()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await page.viewport(1200, 800)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
  })
})
