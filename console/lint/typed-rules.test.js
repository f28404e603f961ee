import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
let folder

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'typed-rules-'))
  writeFileSync(path.join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true }, "include": ["*.ts"] }')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** What the rules that need types say of a program: their names, and how the run ended. */
function lint(program) {
  writeFileSync(path.join(folder, 'program.ts'), program)
  const command = path.join(root, 'node_modules/oxlint/bin/oxlint')
  const settings = path.join(root, '.oxlintrc.json')
  const { status, stdout } = spawnSync(process.execPath, [command, '--type-aware', '--deny-warnings', '-c', settings], {
    cwd: folder,
    encoding: 'utf8',
  })
  return { status, rules: [...stdout.matchAll(/typescript\(([a-z-]+)\)/g)].map(([, rule]) => rule) }
}

it('refuses a promise that nobody waits for, which only its type tells', () => {
  expect(lint('export const work = async (): Promise<void> => {}\nwork()\n')).toEqual({
    status: 1,
    rules: ['no-floating-promises'],
  })
})

it('lets one through that is waited for', () => {
  expect(
    lint('export const work = async (): Promise<void> => {\n  await Promise.resolve()\n}\nawait work()\n'),
  ).toEqual({
    status: 0,
    rules: [],
  })
})
