/**
 * Whether the focus is nowhere, or on the page as a whole: no element of it has opened what opens then, or waits for the focus to come
 * back.
 */
export function isFocusNowhere(): boolean {
  return document.activeElement?.matches('body, main') !== false
}
