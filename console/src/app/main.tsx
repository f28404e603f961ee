import '@fontsource-variable/inter/wght.css'
import '../ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { isProduction, loadConfig, type Config } from '../api/config'
import { queryClient } from '../api/query-client'
import { startI18n } from '../i18n/i18n'
import { startLanguage } from '../session/language'
import { startSession } from '../session/session'
import { claimTab } from '../session/tab'
import { hasTokens } from '../session/tokens'
import { Away } from './Away'
import { LanguageProvider } from './LanguageProvider'
import { makeRouter, preloadDashboard } from './router'
import { isSupported } from './supported'
import { Unsupported } from './Warnings'

const root = createRoot(document.getElementById('root') as HTMLElement)

/** The settings, as soon as the server answers; says meanwhile that it does not. */
async function settings(): Promise<Config> {
  try {
    return await loadConfig()
  } catch (failure) {
    console.warn('the settings could not be read', failure)
    return new Promise((resolve) => {
      const look = async () => resolve(await loadConfig())
      root.render(
        <main>
          <Away error={failure} look={look} />
        </main>,
      )
    })
  }
}

async function start(): Promise<void> {
  await startI18n()
  await startLanguage().catch((failure: unknown) => console.error(failure))
  if (!isSupported()) {
    root.render(<Unsupported />)
    return
  }
  if (hasTokens()) preloadDashboard()
  document.title = (await settings()).product_name
  document.documentElement.dataset.api = isProduction() ? 'production' : 'elsewhere'
  startSession()
  await claimTab()
  root.render(
    <QueryClientProvider client={queryClient}>
      <LanguageProvider>
        <RouterProvider router={makeRouter()} />
      </LanguageProvider>
    </QueryClientProvider>,
  )
}

void start()
