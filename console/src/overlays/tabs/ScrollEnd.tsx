import { useEffect, useEffectEvent, useRef } from 'react'

/** A thin line at the end of a list that calls back when it comes into sight. */
export function ScrollEnd({ onReached }: { onReached: () => void }) {
  const line = useRef<HTMLDivElement>(null)
  const reached = useEffectEvent(onReached)
  useEffect(() => {
    const element = line.current
    if (element === null) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) reached()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return <div ref={line} style={{ height: 1 }} />
}
