import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { LockOperation } from '../api/queries/operation'
import { showLanguage } from '../i18n/i18n'
import { beginSession } from '../session/session'
import { expectAccessible } from '../testing/axe'
import { fakeApi, json, type Answers } from '../testing/fake-api'
import { account, signedIn } from '../testing/session'
import { waitFor } from '../testing/wait-for'
import { OperateDoor } from './OperateDoor'

signedIn()

const fine: LockOperation['result'] = {
  ...{ afi_status: 0, afi_status_text: 'Ok', bridge_server_status: 0, bridge_server_status_text: 'Ok' },
  ...{ dmi_status: 0, dmi_status_text: 'Ok', stage: 'at_bridge' },
}
const unlock = 'POST /locks/v1/afi/serial-1/remote_unlock'

async function unlockDoor(answers: Answers) {
  fakeApi({ ...account, ...answers })
  await beginSession()
  await render(<OperateDoor serial="serial-1" name="Street door" condition={undefined} timezone={null} hasBridge />)
  await page.getByRole('button', { name: 'Unlock' }).click()
  await page.getByRole('button', { name: 'Confirm' }).click()
}

const steps = (list = 'Progress') => page.getByRole('list', { name: list }).getByRole('listitem')
const expectSteps = (said: string[], list?: string) =>
  waitFor(() =>
    expect(
      steps(list)
        .elements()
        .map((step) => step.textContent),
    ).toEqual(said),
  )

describe('the steps of operating a door', () => {
  it('say in words how far they came: done, under way, failed or not reached', async () => {
    let failed = false
    await unlockDoor({
      [unlock]: () => json({ id: 'job-1' }),
      'GET /locks/v1/operation/job-1': () =>
        json({
          ...{ id: 'job-1', status: failed ? 'Failed' : 'InProgress', is_completed: failed, is_successful: false },
          result: failed ? { ...fine, afi_status: 11, afi_status_text: 'LowBattery' } : fine,
        }),
    })
    await expectSteps(['Done: Sent', 'Done: At the bridge', 'Under way: Bolt moving', 'Not reached: Confirmed'])
    // What is announced is the whole step, not the one word that is another by now.
    expect(
      steps()
        .elements()
        .map((step) => step.getAttribute('aria-atomic')),
    ).toEqual(['true', 'true', 'true', 'true'])
    await expectAccessible()
    failed = true
    await expectSteps(['Done: Sent', 'Done: At the bridge', 'Failed: Bolt not moved', 'Not reached: Confirmed'])
  })

  it.each([
    ['en-GB', 'Progress', ['Failed: Not sent', 'Not reached: At the bridge']],
    ['de', 'Verlauf', ['Fehlgeschlagen: Nicht gesendet', 'Nicht erreicht: An der Bridge']],
    ['da-DK', 'Forløb', ['Mislykket: Ikke sendt', 'Ikke nået: Ved broen']],
  ] as const)('say of a request that failed that none was reached, in %s', async (tag, list, [first, second]) => {
    await unlockDoor({ [unlock]: () => json({ error: 'server_error' }, 500) })
    await expect.element(steps().first()).toHaveTextContent('Not sent')
    onTestFinished(() => showLanguage('en-GB'))
    await showLanguage(tag)
    await expect.element(steps(list).first()).toHaveTextContent(first)
    await expect.element(steps(list).nth(1)).toHaveTextContent(second)
  })
})
