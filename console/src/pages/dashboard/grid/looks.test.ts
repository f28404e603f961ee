import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const tokens = read('../../../ui/tokens.css')
const token = (name: string, theme: 'light' | 'dark') =>
  new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)?.[theme === 'light' ? 1 : 2]

/** An image cannot read the colours of the page, so the drawings of the cells carry them themselves. */
it.each(['light', 'dark'] as const)('the drawings of the cells have the colours of the %s theme', (theme) => {
  const drawn = [...read(`./looks-${theme}.svg`).matchAll(/id="([\w-]+)" stroke="(#\w+)"/g)]
  expect(drawn.map(([, id, colour]) => [id, colour])).toEqual([
    ['permanent', token('permanent', theme)],
    ['temporary', token('temporary', theme)],
    ['recurring', token('recurring', theme)],
    ['quiet-expired', token('quiet', theme)],
    ['quiet-unknown', token('quiet', theme)],
    ['brand', token('brand', theme)],
  ])
})
