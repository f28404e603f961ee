/** Files that the console makes and a person keeps. */

/** Where a file goes that is written as it arrives. */
export interface FileTarget {
  /** What it is called. */
  name: string
  /** Writes all of it; where that fails, nothing is left. */
  write: (data: ReadableStream<Uint8Array<ArrayBuffer>>) => Promise<void>
  /** Leaves nothing, where nothing was written. */
  discard: () => Promise<void>
}

// What TypeScript's library does not know: not every browser has it.
type SaveFilePicker = (options: {
  suggestedName: string
  types: { accept: Record<string, string[]> }[]
}) => Promise<FileSystemFileHandle & { remove?: () => Promise<void> }>

const CSV_TYPE = 'text/csv'

/** So long a browser may take to begin with the address of a file, in milliseconds. */
const ADDRESS_LIVES = 60_000

/** The operating system as the browser calls it. */
export function platformName(): string {
  const { userAgentData, platform } = navigator as Navigator & { userAgentData?: { platform?: string } }
  return userAgentData?.platform ?? platform
}

/** Puts a file of CSV among the downloads. */
export function saveCsv(name: string, text: string): void {
  saveBlob(name, new Blob([text], { type: CSV_TYPE }))
}

/** Puts a file of plain text, of these lines, among the downloads. */
export function saveText(name: string, lines: readonly string[]): void {
  saveBlob(name, new Blob([lines.map((line) => `${line}\r\n`).join('')], { type: 'text/plain' }))
}

/** Puts a file of JSON among the downloads, in lines that people can read. */
export function saveJson(name: string, value: unknown): void {
  saveBlob(name, new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }))
}

/**
 * A file for CSV of any length: the person chooses it, and it is written to the disk as it arrives, where the browser can do that; else it
 * goes among the downloads when it is whole. Null where the person did not choose one. Begins with a press.
 */
export async function chooseCsvFile(suggestedName: string): Promise<FileTarget | null> {
  const picker = (window as { showSaveFilePicker?: SaveFilePicker }).showSaveFilePicker
  if (picker === undefined) return amongDownloads(suggestedName)
  try {
    const handle = await picker.call(window, { suggestedName, types: [{ accept: { [CSV_TYPE]: ['.csv'] } }] })
    const discard = async () => {
      // It was made, or emptied, when it was chosen.
      if ((await handle.getFile()).size === 0) await handle.remove?.()
    }
    return {
      name: handle.name,
      // Piping gives up what was written when the source fails.
      write: async (data) => data.pipeTo(await handle.createWritable()),
      discard: () => discard().catch((failure: unknown) => console.warn('an empty file was left', failure)),
    }
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'AbortError') return null
    // Forbidden here, as inside the frame of another page.
    console.warn('no file could be chosen', failure)
    return amongDownloads(suggestedName)
  }
}

function amongDownloads(name: string): FileTarget {
  return {
    name,
    async write(data) {
      // The browser keeps what arrives outside the page's own memory.
      saveBlob(name, await new Response(data, { headers: { 'content-type': CSV_TYPE } }).blob())
    },
    discard: () => Promise.resolve(),
  }
}

function saveBlob(name: string, blob: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), ADDRESS_LIVES)
}
