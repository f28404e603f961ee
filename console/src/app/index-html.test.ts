import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const html = readFileSync(new URL('../../index.html', import.meta.url), 'utf8')
const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script]) => script as string)

/** Runs the page's inline script at an address; answers what it kept and what stands in the address afterwards. */
function openedAt(path: string) {
  const url = new URL(path, 'https://doors.example')
  const kept = new Map<string, string>()
  let address = path
  runInNewContext(scripts[0] as string, {
    location: { pathname: url.pathname, search: url.search },
    sessionStorage: { setItem: (key: string, value: string) => kept.set(key, value) },
    history: { replaceState: (_state: unknown, _title: string, next: string) => (address = next) },
  })
  return { kept: Object.fromEntries(kept), address }
}

describe('the page', () => {
  it('takes the answer of the authorisation service out of the address', () => {
    expect(openedAt('/oauth?code=C1&state=S1')).toEqual({ kept: { oauth: '?code=C1&state=S1' }, address: '/#/oauth' })
    expect(openedAt('/oauth?error=login_required&state=S1')).toEqual({
      kept: { oauth: '?error=login_required&state=S1' },
      address: '/#/oauth',
    })
  })

  it('leaves every other address as it is', () => {
    expect(openedAt('/?code=C1&state=S1')).toEqual({ kept: {}, address: '/?code=C1&state=S1' })
  })

  it('does that before anything else is loaded', () => {
    expect(html.indexOf('<script>')).toBeLessThan(html.search(/<(link|script type|img|style)/))
  })

  it('has nothing else that the content security policy refuses', () => {
    expect(scripts).toHaveLength(1)
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:|(src|href)="(https?:)?\/\//)
  })
})

it('the sign-in page names the font as the build does', () => {
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
  const { version } = JSON.parse(read('../../node_modules/@fontsource-variable/inter/package.json')) as {
    version: string
  }
  const urls = [...read('../../../crates/identity/src/page/page.css').matchAll(/url\(([^)]+)\)/g)].map(([, url]) => url)
  expect(urls).toEqual(['latin-ext', 'latin'].map((subset) => `/assets/inter-${subset}-wght-normal-${version}.woff2`))
})
