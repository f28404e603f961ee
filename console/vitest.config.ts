import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromium } from './chromium.config.ts'

// Rules (`*.test.ts`) run in Node; what needs a document, storage or a keyboard (`*.test.tsx`, `*.browser.test.ts`)
// runs in Chromium.
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
      {
        plugins: [react()],
        optimizeDeps: {
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
          name: 'screens',
          include: ['src/**/*.test.tsx', 'src/**/*.browser.test.ts'],
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
      },
    ],
  },
})
