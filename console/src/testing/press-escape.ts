import { expect } from 'vitest'
import { userEvent } from 'vitest/browser'
import { waitFor } from './wait-for'

/** Presses Escape once something has the focus: what had it may have gone with a change that was just drawn. */
export async function pressEscape(): Promise<void> {
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  await userEvent.keyboard('{Escape}')
}
