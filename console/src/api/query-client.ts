import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './errors'

/** Answers kept while one person looks at one domain. Reads are tried once more when no answer came or the server failed. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) =>
        failures < 1 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    },
  },
})
