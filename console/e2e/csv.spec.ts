import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { demo, expect, test } from './fixtures'
import { House } from './house'
import { expectAccessible } from './inspect'
import { openLock } from './lock-overlay'

/** The lines of what a press downloads, and what the file is called. */
async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; lines: string[] }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  const text = await readFile(await download.path(), 'utf8')
  expect(text.startsWith('\ufeff')).toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  return { name: download.suggestedFilename(), lines: text.slice(1, -2).split('\r\n') }
}

/** Files go among the downloads: nobody is there to choose one. */
async function withoutPicker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    delete (window as { showSaveFilePicker?: unknown }).showSaveFilePicker
  })
  await page.reload()
}

const asCsv = (overlay: Locator) => overlay.getByRole('button', { name: 'Download as CSV' })

test('who has access to a lock is downloaded as CSV, by the clock of the door', async ({ visit }) => {
  const page = await visit(demo.owner)
  const overlay = await openLock(page, 'Bicycle cellar', 'Users with access (4)')
  const { name, lines } = await downloaded(page, () => asCsv(overlay).click())
  expect(name).toMatch(/^owner-demo-cardea_users-with-access_Bicycle-cellar_\d{4}-\d\d-\d\d\.csv$/)
  await expect(overlay.getByRole('status').filter({ hasText: `Downloaded as ${name}.` })).toBeVisible()
  const [head, ...people] = lines
  expect(head).toBe(
    'Name,Username,E-mail address,Role,Access,From,Until,Weekdays,Daily from,Daily until,Every how many weeks,' +
      'Through user group,Through lock group,Remote operation,Time zone,Days otherwise',
  )
  const week =
    /,Guest,recurring,\d{4}-\d\d-\d\d [\d:]+,,Tue,08:00,12:00,1,Cleaners,Ground floor,no,Europe\/Copenhagen,$/
  expect(people).toHaveLength(4)
  expect(people[0]).toMatch(/^Anna Lindqvist,/)
  expect(people[0]).toMatch(week)
  expect(people[2]).toMatch(/^Olivia Sand,.*,Administrator,permanent,,,,,,,,,yes,Europe\/Copenhagen,$/)
})

test('the log of a lock is downloaded for the days that are asked for', async ({ visit, playwright, baseURL }) => {
  const house = await House.enter(await playwright.request.newContext(), baseURL ?? '')
  const cellar = await house.serialOf('Bicycle cellar')
  await house.bridgeIsConnected(cellar)
  const before = await house.logLength('Bicycle cellar')
  await house.simulate(cellar, { turn: 'unlock' })
  await house.simulate(cellar, { turn: 'lock' })
  await expect.poll(() => house.logLength('Bicycle cellar')).toBe(before + 2)

  const page = await visit(demo.owner)
  await withoutPicker(page)
  const overlay = await openLock(page, 'Bicycle cellar', 'Access log')
  await asCsv(overlay).click()
  const dialog = page.getByRole('dialog', { name: 'Download the access log of Bicycle cellar' })
  await expect(dialog.getByText(/^Days begin at midnight, Copenhagen time\./)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'All', exact: true }).click()
  const press = () => dialog.getByRole('button', { name: 'Download', exact: true }).click()
  const all = await downloaded(page, press)
  expect(all.name).toMatch(/^owner-demo-cardea_access-log_Bicycle-cellar_\d{4}-\d\d-\d\d\.csv$/)
  const [head, ...entries] = all.lines
  expect(head).toBe('timestamp,lock,lockname,username,user,operation')
  expect(entries).toHaveLength(before + 2)
  expect(entries[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00,lock-[0-9a-f]{12},Bicycle cellar,.*,locked$/)
  await expect(dialog.getByRole('status').first()).toHaveText(`${before + 2} entries are saved as ${all.name}.`)

  await dialog.getByRole('button', { name: 'Last month' }).click()
  const { lines } = await downloaded(page, press)
  expect(lines[0]).toBe(head)
  expect(lines.length).toBeLessThan(all.lines.length)
})
