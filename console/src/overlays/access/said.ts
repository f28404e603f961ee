import { createContext, useContext, useState } from 'react'
import type { Draft } from '../../model/draft'

type Edit = (change: (draft: Draft) => Draft) => void

/** Gives the editor a text of what was done that cannot be seen where the focus is. */
export const Say = createContext<(text: string) => void>(() => {})

/** Called after the edit of which it tells. */
export const useSay = () => useContext(Say)

/** What was done last, in words for who does not see it; every edit that says nothing of itself takes it back. */
export function useSaid(edit: Edit): { said: string; say: (text: string) => void; edit: Edit } {
  const [said, say] = useState('')
  return {
    said,
    say,
    edit(change) {
      edit(change)
      say('')
    },
  }
}
