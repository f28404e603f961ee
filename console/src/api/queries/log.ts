/** Access logs, a page at a time, newest first. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { components } from '../../generated/api'
import { answer, client } from '../client'

/** One entry of an access log. */
export type LogEntry = components['schemas']['LogEntry']

/** Entries of one page. */
export const logPageSize = 50

/** One page of a log; pages count from 0. */
export interface LogPage {
  entries: LogEntry[]
  page: number
  pages: number
}

/** What a log is of: one of locks tells who came, one of users where they went. */
export interface LogOf {
  of: 'lock' | 'lockgroup' | 'user' | 'usergroup'
  id: string
}

async function logPage({ of, id }: LogOf, page: number, signal: AbortSignal): Promise<LogPage> {
  const query = { page, perpage: logPageSize }
  const call = client.GET(`/log/v1/${of}/{ids}`, { params: { path: { ids: id }, query }, signal })
  const entries = await answer(call)
  const { response } = await call
  return { entries, page, pages: Number(response.headers.get('x-pages') ?? '1') }
}

/** One log. `fetchNextPage` brings the next page; `hasNextPage` is false from the last one on. */
export function useLog({ of, id }: LogOf) {
  return useInfiniteQuery({
    queryKey: ['log', of, id],
    queryFn: ({ pageParam, signal }) => logPage({ of, id }, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: ({ page, pages }) => (page < pages - 1 ? page + 1 : undefined),
    staleTime: 0,
  })
}

/**
 * The entries of all pages loaded. An entry written between two pages moves the rest down, so that the second page begins with what
 * the first ended with: that is shown once.
 */
export function logEntries(pages: readonly LogPage[]): LogEntry[] {
  const seen = new Set<string>()
  return pages.flatMap(({ entries }) =>
    entries.filter((entry) => {
      const key = [entry.timestamp, entry.lock, entry.user_id, entry.username, entry.operation].join(' ')
      return !seen.has(key) && seen.add(key)
    }),
  )
}
