import { createContext } from 'react'

/** The place kept free for what must be said without moving anything: a live region of the app's frame; null where there is none. */
export const StatusSlot = createContext<HTMLElement | null>(null)
