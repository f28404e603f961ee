import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { shared } from './import-directions.js'

const source = path.resolve(import.meta.dirname, '../src')
/** The product's own: tests of a page, and the `testing.tsx` beside them that sets them up, may look at whatever shows it. */
const modules = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/(\.test|\/testing)\.tsx?$/.test(file),
)

/** The modules that one imports, also lazily or for types only. */
function importsOf(file) {
  const text = readFileSync(path.join(source, file), 'utf8')
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']*)'/g)].flatMap(([, target]) => {
    const bare = path.join(path.dirname(file), target)
    return ['.ts', '.tsx', '/index.ts'].map((end) => bare + end).filter((found) => modules.includes(found))
  })
}

/** The units that import each other in a circle, each circle once. */
function circlesOf(graph) {
  const found = new Set()
  const done = new Set()
  const walk = (unit, trail) => {
    const at = trail.indexOf(unit)
    if (at >= 0) found.add([...trail.slice(at), unit].join(' → '))
    if (at >= 0 || done.has(unit)) return
    for (const next of graph.get(unit) ?? []) walk(next, [...trail, unit])
    done.add(unit)
  }
  for (const unit of graph.keys()) walk(unit, [])
  return [...found]
}

it('no module imports itself by way of others', () => {
  const graph = new Map(modules.map((file) => [file, importsOf(file)]))
  expect([...graph.values()].flat().length).toBeGreaterThan(300)
  expect(circlesOf(graph)).toEqual([])
})

/** Which of the folders that `folderOf` makes of files import which. */
function foldersOf(folderOf) {
  const graph = new Map()
  for (const file of modules) {
    const own = folderOf(file)
    if (own === undefined) continue
    const others = importsOf(file)
      .map(folderOf)
      .filter((other) => other !== undefined && other !== own)
    graph.set(own, [...(graph.get(own) ?? []), ...others])
  }
  return graph
}

it('no page imports another that imports it', () => {
  expect(circlesOf(foldersOf((file) => file.match(/^pages\/([^/]+)\//)?.[1]))).toEqual([])
})

it('no folder that overlays share imports another that imports it', () => {
  const graph = foldersOf((file) => shared.find((folder) => file.startsWith(`overlays/${folder}/`)))
  expect([...graph.keys()].sort()).toEqual([...shared].sort())
  expect(circlesOf(graph)).toEqual([])
})
