import { readdirSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { chromium } from './chromium.config.ts'

// What needs a document, storage or a keyboard runs in Chromium. A frame of its own costs each file a quarter of its time, in which everything
// is read and compiled anew: those have one that put something else in a module's place.
const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((file) => `src/${file}`)
const drawn = files.filter((file) => /\.(test\.tsx|browser\.test\.ts)$/.test(file))
const alone = drawn.filter((file) => readFileSync(file, 'utf8').includes('vi.mock('))
const shared = drawn.filter((file) => !alone.includes(file))

const inChromium = (name: string, include: string[], isolate: boolean): TestProjectInlineConfiguration => ({
  plugins: [react()],
  optimizeDeps: {
    // What is found on the way would have the frame loaded anew, in the middle of a test: all of it is named.
    noDiscovery: true,
    rolldownOptions: {
      transform: {
        define: {
          // Lists draw the lines in sight, as they do for people, and not all of them as React Aria does in tests.
          'process.env.VIRT_ON': 'true',
          // What React tells a profiler in development, of which nobody profiles a test: a tenth of their time.
          'console.createTask': 'undefined',
          'console.timeStamp': 'undefined',
        },
      },
    },
    include: [
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'react-aria-components',
      '@internationalized/date',
      '@tanstack/react-query',
      '@tanstack/react-router',
      '@tanstack/history',
      'i18next',
      'react-i18next',
      'openapi-fetch',
      'eventsource-parser',
      'date-holidays',
      'axe-core',
      'vitest-browser-react',
    ],
  },
  test: {
    name,
    include,
    isolate,
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000 } },
    setupFiles: ['src/testing/browser-setup.ts'],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1200, height: 800 },
      provider: playwright({
        // What moves is not what is meant to be measured.
        contextOptions: { reducedMotion: 'reduce' },
        launchOptions: chromium,
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
})

// Rules (`*.test.ts`) run in Node.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          environment: 'node',
          include: ['src/**/*.test.ts', 'lint/**/*.test.js'],
          exclude: ['src/**/*.browser.test.ts'],
          // A machine with little to spare is slow, not wrong.
          testTimeout: 30_000,
        },
      },
      inChromium('screens', shared, false),
      inChromium('screens-alone', alone, true),
    ],
  },
})
