import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { loadConfig } from '../api/config'
import { expectAccessible } from '../testing/axe'
import { fakeApi, json } from '../testing/fake-api'
import { holdTimers } from '../testing/hold-timers'
import { renderConsole } from '../testing/render-console'
import { account, freshSession, giveTokens } from '../testing/session'
import { waitFor } from '../testing/wait-for'
import { Away } from './Away'

vi.mock('../pages/dashboard/Page', () => ({ default: () => <h1>The grid</h1> }))

beforeEach(freshSession)

/** The pause after which the console looks by itself. */
const PAUSE = 5000

const again = page.getByRole('button', { name: 'Try again', exact: true })
const trying = page.getByRole('button', { name: 'Trying again', exact: true })
const alert = page.getByRole('alert')
const failed = () => json({ error: 'server_error' }, 500)

/** Answers that are given when the test says so, one after another. */
function heldAnswers() {
  const waiting: ((answer: Response) => void)[] = []
  return {
    answer: () => new Promise<Response>((give) => waiting.push(give)),
    give: async (answer: Response) => {
      await waitFor(() => expect(waiting).not.toHaveLength(0))
      waiting.shift()!(answer)
    },
  }
}

it('a page that the server fails to let in says so, shows that it tries again, and keeps the focus meanwhile', async () => {
  giveTokens()
  holdTimers(PAUSE)
  const { answer, give } = heldAnswers()
  fakeApi({ ...account, 'GET /user/v1': answer })
  await renderConsole('/dashboard')
  await give(failed())
  await expect.element(alert).toHaveTextContent(/^The server is not working properly.*The server failed\./)
  await expectAccessible()
  const first = alert.element()
  await userEvent.click(again)
  await expect.element(trying).toHaveFocus()
  await give(failed())
  await expect.element(again).toHaveFocus()
  // It is another one, so that it is said again.
  expect(alert.element()).not.toBe(first)
  await userEvent.keyboard('{Enter}')
  await expect.element(trying).toHaveFocus()
  await give(await account['GET /user/v1']!({ method: 'GET', path: '', headers: new Headers(), body: '' }))
  await expect.element(page.getByRole('heading', { name: 'The grid' })).toBeVisible()
  await expect.element(page.getByRole('main')).toHaveFocus()
})

it('a server that does not answer cannot be reached', async () => {
  giveTokens()
  fakeApi({ ...account, 'GET /user/v1': () => Promise.reject(new TypeError('Failed to fetch')) })
  await renderConsole('/dashboard')
  await expect.element(alert).toHaveTextContent(/^The server cannot be reached.*Check the connection and try again\./)
})

it('settings that the server fails to tell are asked for again, in place', async () => {
  holdTimers(PAUSE)
  const { answer, give } = heldAnswers()
  fakeApi({ 'GET /config.json': answer })
  const first = loadConfig().catch((failure: unknown) => failure)
  await give(failed())
  const gone = vi.fn()
  await render(<Away error={await first} look={async () => void gone(await loadConfig())} />)
  await expect.element(alert).toHaveTextContent(/^The server is not working properly/)
  await userEvent.click(again)
  await expect.element(trying).toHaveFocus()
  await give(json({ product_name: 'Cardea' }))
  await waitFor(() => expect(gone).toHaveBeenCalledOnce())
  await expect.element(trying).toHaveFocus()
})
