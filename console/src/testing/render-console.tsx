import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { render } from 'vitest-browser-react'
import { queryClient } from '../api/query-client'
import { LanguageProvider } from '../app/LanguageProvider'
import { makeRouter } from '../app/router'

/** Draws the whole console at a route. */
export function renderConsole(route: string) {
  history.replaceState(null, '', `#${route}`)
  return render(
    <QueryClientProvider client={queryClient}>
      <LanguageProvider>
        <RouterProvider router={makeRouter()} />
      </LanguageProvider>
    </QueryClientProvider>,
  )
}
