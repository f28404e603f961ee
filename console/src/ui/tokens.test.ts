import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const pairs = [...css.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)]
const themes = {
  light: new Map(pairs.map(([, name, light]) => [name, light] as [string, string])),
  dark: new Map(pairs.map(([, name, , dark]) => [name, dark] as [string, string])),
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

const grounds = ['bg', 'surface', 'sunken']
const texts = ['text', 'quiet', 'faint', 'brand', 'danger', 'permanent', 'temporary', 'recurring']
const onOwnGround = ['brand', 'danger', 'permanent', 'temporary', 'recurring']

describe.each(Object.entries(themes))('colours of the %s theme', (_theme, colours) => {
  const ratio = (text: string, ground: string) => contrast(colours.get(text) as string, colours.get(ground) as string)

  it.each(texts.flatMap((text) => grounds.map((ground) => [text, ground])))('%s is readable on %s', (text, ground) => {
    expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5)
  })
  it.each(onOwnGround)('%s is readable on its own ground', (text) => {
    expect(ratio(text, `${text}-bg`)).toBeGreaterThanOrEqual(4.5)
  })
  it.each([
    ['on-brand', 'brand'],
    ['on-brand', 'brand-strong'],
    ['on-danger', 'danger'],
    ['on-danger', 'danger-strong'],
    ['bg', 'text'],
    ...texts.filter((text) => text !== 'faint').map((text) => [text, 'elsewhere'] as [string, string]),
  ])('%s is readable on %s', (text, ground) => {
    expect(ratio(text, ground)).toBeGreaterThanOrEqual(4.5)
  })
  it.each([
    ...['outline', 'focus', 'elsewhere-outline'].flatMap((line) => grounds.map((ground) => [line, ground])),
    ['elsewhere-outline', 'elsewhere'],
    ['focus', 'elsewhere'],
  ] as [string, string][])('%s is seen on %s', (line, ground) => {
    expect(ratio(line, ground)).toBeGreaterThanOrEqual(3)
  })
})

it.each(Object.entries(themes))('what cannot be pressed can be read and looks so in %s', (_theme, colours) => {
  for (const ground of grounds) {
    const ratio = contrast(colours.get('disabled') as string, colours.get(ground) as string)
    expect(ratio, ground).toBeGreaterThan(2)
    expect(ratio, ground).toBeLessThan(3.7)
  }
})

it('text grows with the size that people set in their browser', () => {
  const src = new URL('..', import.meta.url).pathname
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))
  expect(files.length).toBeGreaterThan(30)
  const fixed = files.filter((file) =>
    /(font|--text-\w+)(-size)?:\s*[\d.]+px/.test(readFileSync(`${src}${file}`, 'utf8')),
  )
  expect(fixed).toEqual([])
})
