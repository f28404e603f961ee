import { defineConfig } from '@playwright/test'

/**
 * The journeys run against a started server (`BASE_URL`, by default the demo on port 8080) in the Chromium of the
 * machine.
 */
export default defineConfig({
  testDir: './e2e',
  workers: 1,
  // The longest journeys look at several screens in both colour schemes, on machines of two slow cores.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.BASE_URL ?? 'http://127.0.0.1:8080',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
