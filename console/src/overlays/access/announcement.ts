import { createContext, useContext, useState } from 'react'
import type { Draft } from '../../model/draft'

type Edit = (change: (draft: Draft) => Draft) => void

/** Gives the editor a text of what was done that cannot be seen where the focus is. */
export const Announce = createContext<(text: string) => void>(() => {})

/** Called after the edit of which it tells. */
export const useAnnounce = () => useContext(Announce)

/** What was done last, for screen readers; every edit that announces nothing takes it back. */
export function useAnnouncement(edit: Edit): { announcement: string; announce: (text: string) => void; edit: Edit } {
  const [announcement, announce] = useState('')
  return {
    announcement,
    announce,
    edit(change) {
      edit(change)
      announce('')
    },
  }
}
