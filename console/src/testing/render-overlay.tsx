import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { I18nProvider } from 'react-aria-components'
import { expect, onTestFinished } from 'vitest'
import { render } from 'vitest-browser-react'
import { queryClient } from '../api/query-client'
import { i18n } from '../i18n/i18n'
import { OverlayHost } from '../overlays/OverlayHost'
import { hasDrafts } from '../session/storage'
import { tab } from '../session/storage'

/**
 * Draws an overlay, if any, in the language of the console; above it stand those that are opened. What is begun and not saved when the test
 * ends is there again when it is drawn anew, as after a reload.
 */
export async function renderOverlay(overlay: ReactNode) {
  const draw = () =>
    render(
      <QueryClientProvider client={queryClient}>
        <I18nProvider locale={i18n.language}>
          {overlay}
          <OverlayHost />
        </I18nProvider>
      </QueryClientProvider>,
    )
  const screen = await draw()
  onTestFinished(async () => {
    if (!hasDrafts()) return
    const isSaving = document.querySelector('[data-pending]') !== null
    await screen.unmount()
    const kept = tab.get('drafts')
    await draw()
    // A Save that was under way when the test ended may have ended since: then nothing is left to come back.
    if (isSaving && !hasDrafts()) return
    expect(tab.get('drafts')).toEqual(kept)
  })
  return screen
}
