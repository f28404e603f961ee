import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import inter from '@fontsource-variable/inter/package.json' with { type: 'json' }
import { languageTags } from './src/i18n/languages.ts'

// Paths that the server answers; everything else is the console's own.
const server =
  '^/(oauth2|oauth/v2|user|users|locks|devices|groups|links|log|bridge|domain|ekey|invitations|first_start|passkeys|twofactorauth|pin_codes|providers|firmware-tracker|Firmware|simulator|\\.meta|config\\.json|openapi\\.json|healthz)(/|$|\\?)'

export default defineConfig({
  plugins: [
    react(),
    // React Aria carries its own few words in some thirty languages; keep those that the console speaks, of each in every
    // region, for it has en-US where the console has en-GB.
    { ...optimizeLocales.vite({ locales: languageTags.map((tag) => new Intl.Locale(tag).language) }), enforce: 'pre' },
  ],
  server: {
    proxy: { [server]: { target: process.env.CARDEA_SERVER ?? 'http://127.0.0.1:8080' } },
  },
  build: {
    target: 'es2022',
    // The first versions that know light-dark(); older ones are told that they are too old.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // Everything is served by ourselves under `default-src 'self'`: no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The holidays of all countries are that large, and loaded by nobody who does not make a list of them.
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      // The console, and the reader page of the API's document.
      input: ['index.html', 'docs.html'],
      output: {
        // Left alone, each set of modules that the same pages and overlays share is a file of its own: sixty-four for the first screen. What comes
        // at once is two, and what a quarter of all others need is one; that of dates and times, a hundred kilobytes, is needed by six overlays.
        codeSplitting: {
          groups: [
            { name: 'libraries', priority: 3, tags: ['$initial'], test: /[\\/]node_modules[\\/]/ },
            { name: 'console', priority: 2, tags: ['$initial'], test: /[\\/]src[\\/](?!api-reference|app[\\/]main)/ },
            { name: 'common', priority: 1, minShareCount: 7 },
          ],
        },
        // The sign-in page names the font too (crates/identity/src/page/page.css), so it has its version in place of a hash.
        assetFileNames: ({ names: [name = ''] }) =>
          name.startsWith('inter-') ? `assets/[name]-${inter.version}[extname]` : 'assets/[name]-[hash][extname]',
      },
    },
  },
})
