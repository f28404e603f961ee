import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from './fixtures'

/** Where the demo that the journeys run against writes its letters (scripts/demo-server). */
const folder = process.env.MAIL_FOLDER ?? ''

/** The address of the console that the letter to somebody has, once it is there; for whom there is one letter at most. */
export async function linkSentTo(address: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      const letters = await Promise.all((await letterFiles()).map((file) => readFile(join(folder, file), 'latin1')))
      const letter = letters.find((text) => text.includes(`\r\nTo: ${address}\r\n`))
      link = letter === undefined ? undefined : /^https?:\/\/\S+\/#\/\S+$/m.exec(textOf(letter))?.[0]
      return link
    })
    .toBeDefined()
  return link as string
}

async function letterFiles(): Promise<string[]> {
  // There is no folder before the first letter.
  const files = await readdir(folder).catch(() => [])
  return files.filter((file) => file.endsWith('.eml'))
}

/** The first part of a letter, its text, without the encoding in which it travels. */
function textOf(letter: string): string {
  const text = letter.slice(letter.indexOf('text/plain'))
  const [head = '', body = ''] = text.split(/\r\n\r\n([\s\S]*)/, 2)
  const lines = body.replaceAll('\r\n', '\n')
  if (!/quoted-printable/i.test(head)) return lines
  return lines
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_code, hex: string) => String.fromCharCode(parseInt(hex, 16)))
}
