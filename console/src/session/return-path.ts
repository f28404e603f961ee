/** Routes that a sign-in may return to. */
const routes = ['/dashboard', '/i/']

/**
 * The path within the console to go to after sign-in: the wanted one when it is one of the console's own routes, else the
 * dashboard. Anything that could lead elsewhere (`//host`, `https:`, a backslash) is not.
 */
export function returnPath(wanted: string | null | undefined): string {
  const known = routes.some(
    (route) => wanted?.startsWith(route) && /^(\/|\?|$)/.test(wanted.slice(route.replace(/\/$/, '').length)),
  )
  return wanted && known && !/[\\]|\/\//.test(wanted) ? wanted : '/dashboard'
}
