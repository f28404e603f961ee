import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { languageTags } from './languages'

type Tree = { [key: string]: string | Tree }

const source = new URL('../', import.meta.url).pathname
const plural = /_(zero|one|two|few|many|other)$/

function read(tag: string): Map<string, string> {
  const flat = new Map<string, string>()
  const walk = (tree: Tree, path: string) => {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === 'string') flat.set(path + key, value)
      else walk(value, `${path}${key}.`)
    }
  }
  walk(JSON.parse(readFileSync(new URL(`./locales/${tag}.json`, import.meta.url), 'utf8')) as Tree, '')
  return flat
}

const english = read('en-GB')
const keys = new Set([...english.keys()].map((key) => key.replace(plural, '')))
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !file.startsWith('generated/'))
  .map((file) => readFileSync(source + file, 'utf8'))
  .join('\n')

describe('the texts', () => {
  it('are all used', () => {
    const literals = new Set([...code.matchAll(/['"`]([\w-]+(?:\.[\w-]+)+)['"`]/g)].map(([, key]) => key))
    // `access.kind.${kind}` uses all keys below access.kind.
    const prefixes = [...code.matchAll(/`([\w-]+(?:\.[\w-]+)*\.)\$\{/g)].map(([, prefix]) => prefix as string)
    const unused = [...keys].filter((key) => !literals.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)))
    expect(unused).toEqual([])
  })

  it('are all there', () => {
    const called = [...code.matchAll(/\bt\(\s*['"]([\w-]+(?:\.[\w-]+)+)['"]/g)].map(([, key]) => key as string)
    expect(called.length).toBeGreaterThan(20)
    expect(called.filter((key) => !keys.has(key))).toEqual([])
  })
})

it('German calls operating from afar by one word', () => {
  expect([...read('de')].filter(([, text]) => /Fernbedienung/.test(text))).toEqual([])
  expect(read('de').get('access.remote')).toBe('Fernzugriff')
})

it('Danish does so too', () => {
  expect([...read('da-DK')].filter(([, text]) => /fjernbetj/i.test(text))).toEqual([])
  expect(read('da-DK').get('access.remote')).toBe('Fjernadgang')
})

describe('a guest is called so wherever they are listed, counted or named', () => {
  // A username and a user group have their own words, and so has whoever a refusal speaks of, who may be in no domain yet, and whom a
  // change concerns: the owner and administrators may be among them.
  it.each([
    ['de', /\bBenutzern?\b|\bPerson(en)?\b/],
    ['da-DK', /\bbruger(e|en|ne)?\b|\bperson(en|er)?\b/i],
  ])('in %s', (tag, other) => {
    const listed = [...read(tag)].filter(([key]) => !/^(errors|effect|lock\.hours)\./.test(key))
    expect(listed.length).toBeGreaterThan(500)
    expect(listed.filter(([, text]) => other.test(text.replaceAll(/{{.*?}}/g, '')))).toEqual([])
  })
})

describe.each(languageTags)('%s', (tag) => {
  const texts = read(tag)

  it('lets no line end or begin with a separator', () => {
    const loose = [...texts].filter(([, text]) => /[^\u00a0]·|·[^\u00a0]/.test(text))
    expect([...texts].filter(([, text]) => text.includes('·')).length).toBeGreaterThan(3)
    expect(loose).toEqual([])
  })

  it('has every text, in each plural category of the language', () => {
    const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
    const missing = [...keys].flatMap((key) => {
      const counted = english.has(`${key}_other`)
      return counted ? categories.map((category) => `${key}_${category}`) : [key]
    })
    expect(missing.filter((key) => !texts.has(key))).toEqual([])
  })

  it('has no text that en-GB does not have', () => {
    expect([...texts.keys()].filter((key) => !keys.has(key.replace(plural, '')) && !keys.has(key))).toEqual([])
  })

  it('fills in the same values as en-GB', () => {
    const values = (text: string) => [...text.matchAll(/\{\{-?\s*(\w+)/g)].map(([, name]) => name).sort()
    const differing = [...texts].filter(([key, text]) => {
      const original = english.get(key) ?? english.get(key.replace(plural, '_other'))
      return (
        original !== undefined && !/_(zero|one|two)$/.test(key) && String(values(text)) !== String(values(original))
      )
    })
    expect(differing.map(([key]) => key)).toEqual([])
  })

  it('has no empty text and writes an ellipsis as one sign', () => {
    expect([...texts].filter(([, text]) => text.trim() === '' || /\.\.\./.test(text)).map(([key]) => key)).toEqual([])
  })
})
