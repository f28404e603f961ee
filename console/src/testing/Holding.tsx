import { useState, type ReactNode } from 'react'

/** Holds a value for a component that is given one, and tells of each change. */
export function Holding<T>({
  initial,
  onChange,
  children,
}: {
  initial: T
  onChange: (value: T) => void
  children: (value: T, change: (value: T) => void) => ReactNode
}) {
  const [value, setValue] = useState(initial)
  return children(value, (next) => {
    setValue(next)
    onChange(next)
  })
}
