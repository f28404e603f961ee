import { describe, expect, it } from 'vitest'
import { byteOrderMark, csvName, csvText, separatorOf, type Separator } from './csv'
import { CsvStream } from './csv-stream'

/** Reads a file as a spreadsheet does. */
function parsed(text: string, separator: Separator): string[][] {
  const rows: string[][] = [[]]
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\r\n]*))(${separator}|\r\n|$)`, 'y')
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text)
    if (found === null) throw new Error('not CSV')
    rows.at(-1)?.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}

/** Numbers that look like chance and are the same each time. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const signs = ['a', 'ø', '"', ',', ';', '\r', '\n', '\r\n', ' ', "'", '\t', '=', '🔒']

function randomRows(seed: number): string[][] {
  const below = chance(seed)
  const cell = () => Array.from({ length: below(6) }, () => signs[below(signs.length)]).join('')
  // A cell that begins harmlessly stays as it is.
  return Array.from({ length: 1 + below(5) }, () => Array.from({ length: 3 }, () => `.${cell()}`))
}

const seeds = Array.from({ length: 300 }, (_, seed) => seed)

describe('a file', () => {
  it.each([
    [['Street door', 'Anna'], 'Street door,Anna'],
    [['Door, left', 'a;b'], '"Door, left","a;b"'],
    [['the "old" one', ''], '"the ""old"" one",'],
    [['one\r\ntwo', 'ø'], '"one\r\ntwo",ø'],
    [['=1+1', '+45 12'], "'=1+1,'+45 12"],
    [['-1', '@anna'], "'-1,'@anna"],
    [['\tx', '\r=1'], '\'\tx,"\'\r=1"'],
    [['1-1=@+', "'"], "1-1=@+,'"],
  ])('of %j', (row, line) => {
    expect(csvText([row], ',')).toBe(`${byteOrderMark}${line}\r\n`)
  })

  it('has the same cells when it is read, with either separator', () => {
    for (const seed of seeds) {
      const rows = randomRows(seed)
      for (const separator of [',', ';'] as const) {
        expect(parsed(csvText(rows, separator).slice(1), separator)).toEqual(rows)
      }
    }
  })

  it.each([
    ['macOS', ';'],
    ['MacIntel', ';'],
    ['Windows', ','],
    ['Linux x86_64', ','],
    ['', ','],
  ])('of %s has %s between its cells', (platform, separator) => {
    expect(separatorOf(platform)).toBe(separator)
  })
})

describe('the name of a file', () => {
  it.each([
    ['owner@demo.cardea', 'Street door', 'owner-demo-cardea_users-with-access_Street-door_2026-11-22.csv'],
    ['../../etc', 'a/b\\c:d*?"<>|', 'etc_users-with-access_a-b-c-d_2026-11-22.csv'],
    ['hus', 'Bagdør 1. sal', 'hus_users-with-access_Bagdør-1-sal_2026-11-22.csv'],
    ['', '...', 'users-with-access_2026-11-22.csv'],
    ['hus', '\u202egnp.exe\u0000\n', 'hus_users-with-access_gnp-exe_2026-11-22.csv'],
    ['hus', '🔒', 'hus_users-with-access_2026-11-22.csv'],
  ])('of %j and %j', (domain, of, name) => {
    expect(csvName(domain, 'users-with-access', of, '2026-11-22')).toBe(name)
  })

  it('is never longer than systems allow', () => {
    const name = csvName('𠮷'.repeat(300), 'users-with-access', '𠮷'.repeat(300), '2026-11-22')
    expect(new TextEncoder().encode(name).length).toBeLessThan(255)
  })
})

describe('a file on its way', () => {
  /** In pieces, cut anywhere. */
  function sent(text: string, separator: Separator, seed: number) {
    const below = chance(seed)
    const stream = new CsvStream(separator)
    let made = ''
    for (let from = 0; from < text.length;) {
      const to = from + 1 + below(7)
      made += stream.push(text.slice(from, to))
      from = to
    }
    return { made, stream }
  }

  it('has the same cells with the other separator, however it is cut', () => {
    for (const seed of seeds) {
      const rows = randomRows(seed)
      const { made, stream } = sent(csvText(rows, ',').slice(1), ';', seed)
      expect(parsed(made, ';')).toEqual(rows)
      expect(stream).toMatchObject({ lines: rows.length, isWhole: true })
    }
  })

  it('stays as it is with the separator that it has', () => {
    for (const seed of seeds) {
      const text = csvText(randomRows(seed), ',').slice(1)
      expect(sent(text, ',', seed).made).toBe(text)
    }
  })

  it('quotes what the other separator would cut, which the server need not', () => {
    expect(new CsvStream(';').push('a;b,c\r\n')).toBe('"a;b";c\r\n')
  })

  it.each(['timestamp,lock', 'a,b\r\n"c', 'a,b\r\nc,', 'a,b\r\n"c\r\n', ''])(
    'is not whole where it ends so: %j',
    (text) => {
      expect(sent(text, ',', 1).stream.isWhole).toBe(false)
    },
  )
})
