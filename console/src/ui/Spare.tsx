import type { ReactNode } from 'react'
import { useMedia } from './use-media'

/** Words that give way on screens narrower than `below` pixels. Screen readers go on reading them. */
export function Spare({ below, children }: { below: number; children: ReactNode }) {
  const isAway = useMedia(`(max-width: ${below - 1}px)`)
  return <span className={isAway ? 'visually-hidden' : undefined}>{children}</span>
}
