import { describe, expect, it } from 'vitest'
import type { Section } from '../model/domain'
import { fixture, streamOf } from '../testing/fixture'
import { readStream, sections, StreamBroken, StreamParser, type StreamSink } from './stream'

const now = Date.UTC(2026, 10, 20, 13)

class Heard implements StreamSink {
  revision = ''
  domain = ''
  order: Section[] = []
  got = Object.fromEntries(sections.map((section) => [section, [] as unknown[]])) as Record<Section, unknown[]>
  lines = 0
  head({ revision, domain }: { revision: string; domain: string }) {
    this.revision = revision
    this.domain = domain
  }
  section(section: Section) {
    this.order.push(section)
  }
  entries(section: Section, entries: unknown[]) {
    this.got[section].push(...entries)
  }
  progress(lines: number) {
    this.lines = lines
  }
}

function parse(text: string, pieces: (text: string) => string[]): Heard {
  const heard = new Heard()
  const parser = new StreamParser(heard)
  for (const piece of pieces(text)) parser.push(piece)
  parser.end()
  return heard
}

const cut = (size: number) => (text: string) => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []

describe('the whole-domain stream', () => {
  const document = fixture({ users: 40, locks: 20, groups: 6, links: 120 }, now)
  const { text, entries } = streamOf(document, 'abc-7')

  it.each([1, 7, 64, 4096, 1e9])('gives every entry once, cut into pieces of %i characters', (size) => {
    const heard = parse(text, cut(size))
    expect(heard.revision).toBe('abc-7')
    expect(heard.domain).toBe(document.domain)
    expect(heard.order).toEqual([...sections])
    for (const section of sections) expect(heard.got[section]).toEqual(document[section])
    expect(heard.lines).toBe(entries)
  })

  it('is one JSON object', () => {
    expect(JSON.parse(text)).toEqual({ revision: 'abc-7', ...document })
  })

  it('gives the people and doors before the rest has arrived', () => {
    const heard = new Heard()
    new StreamParser(heard).push(text.slice(0, text.indexOf('],"devices"') + 14))
    expect(heard.got.users).toHaveLength(40)
    expect(heard.got.locks).toHaveLength(20)
    expect(heard.got.groups).toHaveLength(6)
    expect(heard.got.links).toHaveLength(0)
    expect(heard.order.at(-1)).toBe('devices')
  })

  it('may have empty lists', () => {
    const empty = fixture({ users: 0, locks: 0, groups: 0, links: 0 }, now)
    const heard = parse(streamOf(empty, 'e-1').text, cut(5))
    expect(heard.order).toEqual([...sections])
    expect(heard.lines).toBe(0)
  })

  it('keeps letters whole that are cut in the middle', async () => {
    const bytes = new TextEncoder().encode(text)
    const heard = new Heard()
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 61) controller.enqueue(bytes.slice(at, at + 61))
        controller.close()
      },
    })
    await readStream(body, heard)
    expect(heard.got.users).toEqual(document.users)
  })

  it('gives others their turn while a large document that has arrived is read', async () => {
    const large = fixture({ users: 2000, locks: 100, groups: 10, links: 2000 }, now)
    const bytes = new TextEncoder().encode(streamOf(large, 'e-1').text)
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 65_536) controller.enqueue(bytes.slice(at, at + 65_536))
        controller.close()
      },
    })
    const heard = new Heard()
    const between: number[] = []
    const others = setInterval(() => between.push(heard.lines), 0)
    await readStream(body, heard)
    clearInterval(others)
    expect(between.filter((lines) => lines > 0 && lines < heard.lines).length).toBeGreaterThan(1)
  })

  it.each([
    ['ends early', text.slice(0, text.length / 2)],
    ['ends before its last line', text.slice(0, text.lastIndexOf(']}'))],
    ['goes on after its end', `${text}{}\n`],
    ['holds an unknown list', text.replace('"devices"', '"gadgets"')],
    ['holds an entry that is not JSON', text.replace('"display_name":', '"display_name" ')],
    ['is something else', '<!doctype html>\n<html></html>\n'],
    ['is empty', ''],
  ])('is refused when it %s', (_what, broken) => {
    expect(() => parse(broken, cut(50))).toThrow(StreamBroken)
  })
})
