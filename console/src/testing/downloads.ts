import { onTestFinished, vi } from 'vitest'

/** A file among the downloads. */
export interface Downloaded {
  name: string
  text: () => Promise<string>
}

/** Catches what would go among the downloads, until the test ends; the person is not asked where a file is to be. */
export function catchDownloads(): Downloaded[] {
  const files: Downloaded[] = []
  const blobs = new Map<string, Blob>()
  vi.stubGlobal('showSaveFilePicker', undefined)
  const spies = [
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      const address = `blob:${blobs.size}`
      blobs.set(address, blob as Blob)
      return address
    }),
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const blob = blobs.get(this.href)
      // Decoded by hand: what begins the file is part of it.
      const text = async () => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob?.arrayBuffer())
      files.push({ name: this.download, text })
    }),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllGlobals()
  })
  return files
}
