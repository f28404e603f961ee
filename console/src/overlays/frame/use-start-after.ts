import { useEffect, type RefObject } from 'react'
import { isFocusNowhere } from '../../ui/is-focus-nowhere'

/** Where one begins to read and change: the chosen tab, else the first field; of several radio buttons the chosen one. */
const START = '[role=tab][aria-selected=true], input:not([hidden], [tabindex="-1"]), [role=spinbutton]'

/**
 * Gives the start of a form the focus when what is drawn here goes away with it, as its own buttons do. The dialog would otherwise hand it
 * to its first control, which closes.
 */
export function useStartAfter(form: RefObject<HTMLElement | null>): void {
  useEffect(() => () => goToStart(form), [form])
}

function goToStart({ current }: RefObject<HTMLElement | null>): void {
  if (isFocusNowhere()) current?.querySelector<HTMLElement>(START)?.focus()
}
