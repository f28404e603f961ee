import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from './fixtures'

/** Where the demo that the journeys run against writes its letters (scripts/demo-server). */
const folder = process.env.MAIL_FOLDER ?? ''

/** The address of a page of the console that a letter to somebody has, once it is there; only one of their letters leads to that page. */
export async function linkSentTo(address: string, page: string): Promise<string> {
  const wanted = new RegExp(`^https?://\\S+/#/${page}\\b\\S*$`, 'm')
  let link: string | undefined
  await expect
    .poll(async () => {
      const letters = await Promise.all((await letterFiles()).map((file) => readFile(join(folder, file), 'latin1')))
      const theirs = letters.filter((text) => text.includes(`\r\nTo: ${address}\r\n`))
      link = theirs.map((letter) => wanted.exec(textOf(letter))?.[0]).find((found) => found !== undefined)
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
