import { QueryClientProvider } from '@tanstack/react-query'
import { I18nProvider } from 'react-aria-components'
import { afterEach, beforeEach, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { queryClient } from '../../api/query-client'
import { i18n } from '../../i18n/i18n'
import { OverlayHost } from '../../overlays/OverlayHost'
import { beginSession } from '../../session/session'
import { fakeApi, json, type Answers } from '../../testing/fake-api'
import { fixture, type Fixture } from '../../testing/fixture'
import { LiveServer } from '../../testing/live-server'
import { account, signedIn } from '../../testing/session'
import { StatusSlot } from '../../ui/StatusSlot'
import DashboardPage from './Page'

/** A domain with more people and doors than a page holds. */
export const house = fixture({ users: 40, locks: 30, groups: 6, links: 300 }, Date.now())

/** A domain in which nothing is yet. */
export const empty = fixture({ users: 0, locks: 0, groups: 0, links: 0 }, Date.now())

/** What the server says to who has this role in the domain. */
export const role = (name: 'installer' | 'user'): Answers => ({
  'GET /user/v1/identities': () =>
    json([{ id: 'user-0366ba845fb5', domain: "other's domain", primary: true, role: name, domain_rights: [] }]),
})

/** Begins each test signed in, on a wide screen in the colours of the browser. */
export function atTheDashboard(): void {
  signedIn()
  beforeEach(() => {
    vi.clearAllMocks()
    return page.viewport(1280, 800)
  })
  afterEach(() => document.documentElement.removeAttribute('data-theme'))
}

let accounts = 0

/** Opens the page of an account that no other test shares a feed with. */
export async function open(
  document: Fixture | null = house,
  answers: Answers = {},
  { hold = false, slot = null }: { hold?: boolean; slot?: HTMLElement | null } = {},
): Promise<LiveServer> {
  const server = new LiveServer(document, hold)
  accounts += 1
  const user = { id: `user-${accounts}`, username: 'owner', domain: 'owner', display_name: 'Mette', '2fa': false }
  fakeApi({ ...account, 'GET /user/v1': () => json(user), ...server.answers, ...answers })
  await beginSession()
  await render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider locale={i18n.language}>
        <main style={{ height: '100dvh', display: 'flex', flexDirection: 'column' }}>
          <StatusSlot value={slot}>
            <DashboardPage />
          </StatusSlot>
        </main>
        <OverlayHost />
      </I18nProvider>
    </QueryClientProvider>,
  )
  return server
}

/** The grid on the screen. */
export const grid = () => page.getByRole('grid', { name: 'Access of guests to locks' })

/** What the page says of itself. */
export const status = () => page.getByRole('status').filter({ hasText: 'page' })

/** The texts of the heads of the rows in sight. */
export const heads = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((head) => head.textContent)
