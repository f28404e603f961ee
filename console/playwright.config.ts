import { defineConfig } from '@playwright/test'
import { chromium } from './chromium.config'

/** The journeys run in Chromium against a started server (`BASE_URL`, by default the demo on port 8080). */
export default defineConfig({
  testDir: './e2e',
  // Those of the console alone depend on it, on what the document says and on what the demo has, and on nothing else of the program.
  projects: [
    { name: 'journeys', testIgnore: '**/e2e/console/**' },
    { name: 'console', testMatch: '**/e2e/console/**' },
  ],
  workers: 1,
  // The longest journeys look at several screens in both colour schemes, on machines of two slow cores.
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.BASE_URL ?? 'http://127.0.0.1:8080',
    // A trace costs a quarter of the time; `--trace retain-on-failure` keeps that of a journey that is looked into.
    trace: 'off',
    // What moves takes a tenth of the time; the journeys of the main job and of overlays by keyboard have it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...chromium,
      args: [...chromium.args, '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
})
