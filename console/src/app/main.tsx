import '@fontsource-variable/inter/wght.css'
import '../ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { isProduction, loadConfig } from '../api/config'
import { queryClient } from '../api/query-client'
import { startI18n } from '../i18n/i18n'
import { startLanguage } from '../session/language'
import { startSession } from '../session/session'
import { claimTab } from '../session/tab'
import { hasTokens } from '../session/tokens'
import { LanguageProvider } from './LanguageProvider'
import { makeRouter, preloadDashboard } from './router'
import { isSupported } from './supported'
import { Unreachable, Unsupported } from './Warnings'

const root = createRoot(document.getElementById('root') as HTMLElement)

async function start(): Promise<void> {
  await startI18n()
  await startLanguage().catch((failure: unknown) => console.error(failure))
  if (!isSupported()) {
    root.render(<Unsupported />)
    return
  }
  if (hasTokens()) preloadDashboard()
  try {
    const settings = await loadConfig()
    document.title = settings.product_name
  } catch (failure) {
    console.error(failure)
    root.render(<Unreachable />)
    return
  }
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
