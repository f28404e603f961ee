import { existsSync } from 'node:fs'

/**
 * The Chromium in which drawn tests and journeys run: what `CHROMIUM` names, else the machine's headless shell, which is
 * the same engine without the frame of a browser around it and needs half the processor time, else the machine's
 * Chromium.
 */
export const chromium = {
  executablePath:
    process.env.CHROMIUM ??
    ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((file) => existsSync(file)) ??
    'chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
}
