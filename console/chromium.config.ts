import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The Chromium in which drawn tests and journeys run: what `CHROMIUM` names, else that of `tests/chromium`, else the
 * machine's. Each but the last is a headless shell, which is the same engine without the frame of a browser around it and
 * needs half the processor time.
 */
export const chromium = {
  executablePath:
    process.env.CHROMIUM ??
    [
      fileURLToPath(new URL('../tests/chromium/node_modules/chromium', import.meta.url)),
      '/usr/bin/chromium-headless-shell',
      '/usr/bin/chromium',
    ].find((file) => existsSync(file)) ??
    'chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
}
