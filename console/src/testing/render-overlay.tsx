import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { render } from 'vitest-browser-react'
import { queryClient } from '../api/query-client'
import { i18n } from '../i18n/i18n'
import { OverlayHost } from '../overlays/OverlayHost'

/** Draws an overlay, if any, in the language of the console; above it stand those that are opened. */
export function renderOverlay(overlay: ReactNode) {
  return render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider locale={i18n.language}>
        {overlay}
        <OverlayHost />
      </I18nProvider>
    </QueryClientProvider>,
  )
}
