/** Tables as CSV files (RFC 4180) for spreadsheets, with cells that none of them takes for a formula. */

/** What stands between cells. */
export type Separator = ',' | ';'

/** What a file is of, as its name says it. */
export type CsvType = 'users-with-access' | 'access-to-locks' | 'guests' | 'locks' | 'access-log' | 'created-guests'

/**
 * Begins every file. Without it Excel reads UTF-8 as the code page of the machine, and no umlaut survives; the other spreadsheets leave it
 * out. Programs that would stumble over it have the API.
 */
export const byteOrderMark = '\ufeff'

/** How lines end. */
const LINE_END = '\r\n'

/** The separator that spreadsheets of a platform, as the browser calls it, take for one. */
export function separatorOf(platform: string): Separator {
  return /^mac/i.test(platform) ? ';' : ','
}

/** The rows as a whole file. */
export function csvText(rows: readonly (readonly string[])[], separator: Separator): string {
  const lines = rows.map((row) => row.map((cell) => quoted(harmless(cell))).join(separator) + LINE_END)
  return byteOrderMark + lines.join('')
}

/** A cell that a spreadsheet would take for a formula begins with an apostrophe, as in the server's files. */
export function harmless(cell: string): string {
  return /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell
}

/** A cell with either separator is quoted: a spreadsheet may take the other one than the file was made for. */
export function quoted(cell: string): string {
  return /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** So much of a name stands in the name of a file: systems allow 255 bytes, and a letter may have four. */
const LONGEST = 24

/**
 * The name of a file: domain, what it is of and which, and the day (`2026-11-22`), of letters, digits and signs that are safe everywhere.
 */
export function csvName(domain: string, type: CsvType, of: string, day: string): string {
  return fileName([domain, type, of, day], 'csv')
}

/** The name of a file of these parts, likewise. */
export function fileName(parts: readonly string[], ending: string): string {
  const named = parts.map(safe).filter((part) => part !== '')
  return `${named.join('_')}.${ending}`
}

function safe(name: string): string {
  const letters = name.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  return Array.from(letters.replace(/^[-\p{M}]+/u, ''))
    .slice(0, LONGEST)
    .join('')
    .replace(/-+$/, '')
}
