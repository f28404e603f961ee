import { demo, expect, test } from './fixtures'
import { House } from './house'
import { expectAccessible, expectWhole } from './inspect'
import { openLock } from './lock-overlay'

const attic = { bridge: '02:00:00:0a:00:01', lock: '02:00:00:0a:00:02', installers: '02:00:00:0a:00:03' }

test.describe('devices are brought in', () => {
  test.beforeEach(async ({ playwright, baseURL }) => {
    const house = await House.enter(await playwright.request.newContext(), baseURL ?? '')
    const devices = await house.list<{ serial_number: string }>('/devices/v1')
    for (const { serial_number } of devices) {
      if (Object.values(attic).includes(serial_number)) await house.send('DELETE', `/ekey/v3/devices/${serial_number}`)
    }
  })

  test('a bridge with its code, then a lock behind it', async ({ visit }) => {
    const page = await visit(demo.owner)
    await page.getByRole('button', { name: 'Add device' }).click()
    const adding = page.getByRole('dialog', { name: 'Add a device' })
    await adding.getByText('Connects locks nearby with the server').click()
    await adding.getByRole('textbox', { name: 'Serial number' }).fill(attic.bridge.replaceAll(':', '-').toUpperCase())
    await adding.getByRole('textbox', { name: 'Name' }).fill('Attic bridge')
    await expectAccessible(page, 'dialog')
    await adding.getByRole('button', { name: 'Add', exact: true }).click()
    const connecting = page.getByRole('dialog', { name: /^Connect .*Attic bridge/ })
    await connecting.getByRole('button', { name: 'Show the code' }).click()
    await expect(connecting.getByText(/^1\. Give the bridge this code/)).toBeVisible()
    await connecting.getByRole('textbox', { name: 'Answer of the bridge' }).fill('A'.repeat(171))
    await connecting.getByRole('button', { name: 'Confirm' }).click()
    await expect(connecting.getByText(/^The answer does not belong to this code/)).toBeVisible()
    await expectAccessible(page, 'dialog')
    await connecting.getByRole('textbox', { name: 'Answer of the bridge' }).fill('')
    await connecting.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Add device' }).click()
    await adding.getByText('Turns the bolt of a door').click()
    await adding.getByRole('textbox', { name: 'Serial number' }).fill(attic.lock)
    await adding.getByRole('textbox', { name: 'Name' }).fill('Attic door')
    await adding.getByRole('button', { name: /Bridge/ }).click()
    await page.getByRole('option', { name: /^Attic bridge/ }).click()
    await adding.getByRole('button', { name: 'Add', exact: true }).click()
    const overlay = page.getByRole('dialog', { name: 'Attic door' })
    await expect(overlay.getByRole('tab', { name: 'Operate lock', selected: true })).toBeVisible()
    await overlay.getByRole('tab', { name: 'General' }).click()
    await expect(overlay.getByText(attic.lock)).toBeVisible()
  })

  test('a bridge is unpaired from its lock and paired again', async ({ visit, playwright, baseURL }) => {
    const house = await House.enter(await playwright.request.newContext(), baseURL ?? '')
    const bring = (serial: string, name: string, device_type: string) =>
      house.send('PUT', `/ekey/v3/devices/${serial}`, { name, device_type })
    await bring(attic.bridge, 'Attic bridge', 'danabridgev3')
    await bring(attic.lock, 'Attic door', 'danalockv3')
    await house.send('POST', `/devices/v1/${attic.lock}/paired_devices`, { serial_number: attic.bridge })

    const page = await visit(demo.owner)
    const overlay = await openLock(page, 'Attic door', 'Devices (1)')
    await overlay.getByRole('button', { name: 'Unpair Attic bridge' }).click()
    await overlay.getByRole('button', { name: 'Confirm: unpair' }).click()
    await expect(overlay.getByRole('tab', { name: 'Devices (0)' })).toBeVisible()
    await overlay.getByRole('button', { name: /Pair with another device/ }).click()
    await page.getByRole('option', { name: /^Attic bridge/ }).click()
    await overlay.getByRole('button', { name: 'Pair', exact: true }).click()
    await expect(overlay.getByRole('tab', { name: 'Devices (1)' })).toBeVisible()
    await expectAccessible(page, 'dialog')
  })

  test('a lock by an installer', async ({ visit }) => {
    const page = await visit(demo.installer, { viewport: { width: 390, height: 844 } })
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Add device' }).click()
    const adding = page.getByRole('dialog', { name: 'Add a device' })
    await adding.getByText('Turns the bolt of a door').click()
    await adding.getByRole('textbox', { name: 'Serial number' }).fill(attic.installers)
    await adding.getByRole('textbox', { name: 'Name' }).fill('Garden workshop')
    await expectWhole(page)
    await adding.getByRole('button', { name: 'Add', exact: true }).click()
    const overlay = page.getByRole('dialog', { name: 'Garden workshop' })
    await expect(overlay.getByRole('tab', { name: 'General', selected: true })).toBeVisible()
  })
})
