/** Whether this browser has what the console cannot do without. Some of it exists on secure connections only. */
export function isSupported(): boolean {
  return (
    typeof crypto === 'object' &&
    crypto.subtle !== undefined &&
    navigator.locks !== undefined &&
    typeof AbortSignal.any === 'function' &&
    CSS.supports('color', 'light-dark(red, red)')
  )
}
