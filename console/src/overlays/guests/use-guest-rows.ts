import { useRef } from 'react'
import { besideRemoved, useFocusNext } from '../access/use-focus-next'

/** The rows of those who are entered, by keyboard: where the focus goes from one that is taken out, and from the field of one at Enter. */
export function useGuestRows() {
  const list = useRef<HTMLUListElement>(null)
  const adder = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext()
  const field = () => adder.current?.querySelector('input')
  return {
    list,
    /** What holds the field by which others are entered. */
    adder,
    /** Call before a row is taken out: the focus goes to what takes out the next one, else the one before, else to the field that adds. */
    leave: (row: string) => {
      const beside = besideRemoved(list.current, row)
      focusNext(() => beside() ?? field())
    },
    /** Goes on from the field of a row: to that of the next one; answers whether there is one. */
    goOn: (row: string): boolean => {
      const rows = [...(list.current?.querySelectorAll('li') ?? [])]
      const at = rows.findIndex((one) => one.querySelector<HTMLElement>('[data-removes]')?.dataset['removes'] === row)
      const next = rows.slice(at + 1).find((one) => one.querySelector('input') !== null)
      next?.querySelector('input')?.focus()
      return next !== undefined
    },
    /** Gives the focus to the field by which others are entered. */
    enterOthers: () => field()?.focus(),
  }
}

/** What leads the focus from row to row. */
export type GuestRows = ReturnType<typeof useGuestRows>
