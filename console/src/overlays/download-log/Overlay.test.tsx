import { I18nProvider } from 'react-aria-components'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { showLanguage } from '../../i18n/i18n'
import { beginSession } from '../../session/session'
import { expectAccessible } from '../../testing/axe'
import { catchDownloads } from '../../testing/downloads'
import { fakeApi, json } from '../../testing/fake-api'
import { pressEscape } from '../../testing/press-escape'
import { account, signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import DownloadLog from './Overlay'

const now = Date.parse('2026-11-20T23:30:00Z')
const fileName = 'owner_access-log_2026-11-20.csv'
const head = 'timestamp,lock,lockname,username,user,operation\r\n'
const line = '2026-11-20T12:00:00+00:00,lock-street,"Door, left; old",anna,anna@nordic.se,unlocked\r\n'

signedIn(now)

type Answer = () => Response

const csv =
  (...pieces: string[]) =>
  () =>
    new Response(pieces.join(''), { headers: { 'content-type': 'text/csv' } })

/** An answer that sends these pieces, then ends as `end` does; without one it goes on for ever. */
const sending = (pieces: readonly string[], end?: (to: ReadableStreamDefaultController) => void) => () =>
  new Response(
    new ReadableStream({
      start(to) {
        for (const piece of pieces) to.enqueue(new TextEncoder().encode(piece))
      },
      pull: (to) => (end === undefined ? new Promise(() => {}) : end(to)),
    }),
  )

async function open(answer: Answer = csv(head, line)) {
  const calls = fakeApi({ ...account, 'GET /log/v1/lock/lock-street/bulk': answer })
  await beginSession()
  const close = vi.fn()
  const screen = await render(
    <I18nProvider locale={document.documentElement.lang || 'en-GB'}>
      <DownloadLog
        {...{ log: { of: 'lock', id: 'lock-street' }, name: 'Street door', zone: 'Europe/Copenhagen', fileName, close }}
      />
    </I18nProvider>,
  )
  const asked = () =>
    calls
      .filter(({ path }) => path.startsWith('/log/'))
      .map(({ path }) => Object.fromEntries(new URL(path, 'http://x').searchParams))
  return { asked, calls, close, screen }
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const download = button('Download')
// The button has one of its own below it.
const status = page.getByRole('status').first()
const alert = page.getByRole('alert')
const day = (name: string) => page.getByRole('group', { name, exact: true })

/** A platform on which spreadsheets want another separator. */
function onPlatform(platform: string) {
  Object.defineProperty(navigator, 'userAgentData', { configurable: true, value: { platform } })
  onTestFinished(() => void delete (navigator as { userAgentData?: unknown }).userAgentData)
}

describe('the period', () => {
  it.each([
    ['Last 7 days', { start: '2026-11-14T23:00:00+00:00', end: '2026-11-21T23:00:00+00:00' }],
    ['Last month', { start: '2026-09-30T22:00:00+00:00', end: '2026-10-31T23:00:00+00:00' }],
    ['This year', { start: '2025-12-31T23:00:00+00:00', end: '2026-11-21T23:00:00+00:00' }],
    ['All', {}],
  ])('%s is asked for by the clock of the door', async (preset, span) => {
    catchDownloads()
    const { asked } = await open()
    await userEvent.click(button(preset))
    expect(asked()).toEqual([])
    await userEvent.click(download)
    await waitFor(() => expect(asked()).toEqual([span]))
  })

  it('is the last seven days unless another is chosen, and may be typed', async () => {
    catchDownloads()
    const { asked } = await open()
    await expect.element(day('First day')).toHaveTextContent('15/11/2026')
    await expect.element(day('Last day')).toHaveTextContent('21/11/2026')
    await expect.element(page.getByText(/Copenhagen time.*The times in the file are UTC/)).toBeVisible()
    await expectAccessible()
    await userEvent.click(day('First day').getByRole('spinbutton', { name: 'day,' }))
    await userEvent.keyboard('20')
    await userEvent.click(download)
    const span = { start: '2026-11-19T23:00:00+00:00', end: '2026-11-21T23:00:00+00:00' }
    await waitFor(() => expect(asked()).toEqual([span]))
  })

  it('that ends before it begins is said at its field, and nothing is fetched', async () => {
    const files = catchDownloads()
    const { asked } = await open()
    await userEvent.click(day('First day').getByRole('spinbutton', { name: 'day,' }))
    await userEvent.keyboard('25')
    await userEvent.click(download)
    await expect.element(page.getByText('The last day cannot be before the first.')).toBeVisible()
    expect([asked(), files]).toEqual([[], []])
  })
})

describe('the file', () => {
  it('is what the server sends, and said to be there', async () => {
    const files = catchDownloads()
    const { calls } = await open()
    await userEvent.click(download)
    await expect.element(status).toHaveTextContent(`1 entry is saved as ${fileName}.`)
    expect(files.map(({ name }) => name)).toEqual([fileName])
    expect(await files[0]?.text()).toBe(`\ufeff${head}${line}`)
    const call = calls.find(({ path }) => path.startsWith('/log/'))
    expect(call?.headers.get('authorization')).toBe('Bearer A1')
    await expectAccessible()
  })

  it('has semicolons on a Mac', async () => {
    onPlatform('macOS')
    const files = catchDownloads()
    await open()
    await userEvent.click(download)
    await expect.element(status).toBeVisible()
    expect(await files[0]?.text()).toBe(
      '\ufefftimestamp;lock;lockname;username;user;operation\r\n' +
        '2026-11-20T12:00:00+00:00;lock-street;"Door, left; old";anna;anna@nordic.se;unlocked\r\n',
    )
  })
})

describe('what goes wrong', () => {
  it.each([
    ['broke off', sending([head, line], (to) => to.error(new TypeError('network error')))],
    ['ended in the middle of a line', sending([head, line.slice(0, 30)], (to) => to.close())],
  ])('is said where it %s, and nothing is left', async (_, answer) => {
    const files = catchDownloads()
    await open(answer)
    await userEvent.click(download)
    await expect.element(alert).toHaveTextContent('The download broke off.')
    expect(files).toEqual([])
  })

  it('is said with when to try again where too many are under way', async () => {
    const files = catchDownloads()
    const answers = [
      () => Response.json({ error: 'too_many_downloads' }, { status: 429, headers: { 'retry-after': '10' } }),
      csv(head, line, line),
    ]
    await open(() => (answers.shift() as Answer)())
    await userEvent.click(download)
    await expect.element(alert).toHaveTextContent(/Try again when a download has ended\.Try again in 10 seconds\./)
    await userEvent.click(download)
    await expect.element(status).toHaveTextContent('2 entries are saved')
    expect(files).toHaveLength(1)
  })

  it('is what the server refuses', async () => {
    await open(() => json({ error: 'forbidden' }, 403))
    catchDownloads()
    await userEvent.click(download)
    await expect.element(alert).toBeVisible()
  })
})

describe('while it is under way', () => {
  it('it is said how many entries there are, and Cancel ends it without a file', async () => {
    const files = catchDownloads()
    const { close } = await open(sending([head, line, line, line]))
    await userEvent.click(download)
    await expect.element(page.getByText('3 entries so far')).toBeVisible()
    await expect.element(button('Downloading')).toHaveAttribute('aria-disabled', 'true')
    await expectAccessible()
    await userEvent.click(button('Cancel'))
    await expect.element(status).toHaveTextContent('The download was cancelled. Nothing was saved.')
    expect([files, close.mock.calls]).toEqual([[], []])
    await pressEscape()
    expect(close).toHaveBeenCalledOnce()
  })

  it('Escape cancels first', async () => {
    catchDownloads()
    const { close } = await open(sending([head]))
    await userEvent.click(download)
    await expect.element(page.getByText('0 entries so far')).toBeVisible()
    await pressEscape()
    await expect.element(status).toHaveTextContent('cancelled')
    expect(close).not.toHaveBeenCalled()
  })
})

describe('a file that the person chooses', () => {
  /** Stands for what the person chooses, in the browser's own file system. */
  async function choosing(name: string) {
    const folder = await navigator.storage.getDirectory()
    const picked = vi.fn(() => folder.getFileHandle(name, { create: true }))
    vi.stubGlobal('showSaveFilePicker', picked)
    onTestFinished(async () => {
      vi.unstubAllGlobals()
      await folder.removeEntry(name).catch(() => {})
    })
    const names = async () => {
      const found: string[] = []
      for await (const entry of folder.keys()) found.push(entry)
      return found
    }
    return { picked, names, text: async () => (await (await folder.getFileHandle(name)).getFile()).text() }
  }

  it('is written as it arrives', async () => {
    const { picked, text } = await choosing('mine.csv')
    await open()
    await userEvent.click(download)
    await expect.element(status).toHaveTextContent('1 entry is saved as mine.csv.')
    expect(picked).toHaveBeenCalledWith(expect.objectContaining({ suggestedName: fileName }))
    expect(await text()).toContain(line)
  })

  it.each<[string, Answer]>([
    ['broke off', sending([head, line], (to) => to.error(new TypeError('network error')))],
    ['was refused', () => json({ error: 'server_error' }, 500)],
  ])('is not left where the download %s', async (_, answer) => {
    const { names } = await choosing('mine.csv')
    await open(answer)
    await userEvent.click(download)
    await expect.element(alert).toBeVisible()
    expect(await names()).toEqual([])
  })

  it('is not left after Cancel', async () => {
    const { names } = await choosing('mine.csv')
    await open(sending([head, line]))
    await userEvent.click(download)
    await expect.element(page.getByText('1 entry so far')).toBeVisible()
    await userEvent.click(button('Cancel'))
    await expect.element(status).toHaveTextContent('cancelled')
    expect(await names()).toEqual([])
  })

  it('may be none: then nothing is fetched', async () => {
    vi.stubGlobal('showSaveFilePicker', () => Promise.reject(new DOMException('', 'AbortError')))
    onTestFinished(() => void vi.unstubAllGlobals())
    const { asked } = await open()
    await userEvent.click(download)
    await expect.element(download).toBeEnabled()
    expect(asked()).toEqual([])
    await expect.element(status).toHaveTextContent('')
  })
})

it.each([
  ['de', 'Zugangsprotokoll von Street door herunterladen', 'Letzter Monat'],
  ['da-DK', 'Hent adgangsloggen for Street door', 'Sidste måned'],
] as const)('speaks %s', async (tag, title, preset) => {
  await showLanguage(tag)
  await open()
  await expect.element(page.getByRole('dialog', { name: title })).toBeVisible()
  await expect.element(button(preset)).toBeVisible()
})
