/** Whether the browser would ask before the page is loaded anew or left. */
export function asksToLeave(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }))
}
