/** Routes that a sign-in may return to; a slash at the end stands for whatever follows it. */
const routes = ['/dashboard', '/i/']

/** The path of the page of an invitation. */
export function invitationPath(token: string): string {
  return `/i/${encodeURIComponent(token)}`
}

/** Search parameters of the login page that are its own. */
const own = ['redirect', 'error']

/**
 * The path within the console to go to after sign-in: the wanted one when it is one of the console's own routes, else the
 * dashboard. Nothing that could lead elsewhere (`//host`, `https:`, a backslash) is. What else the login page's search
 * carried goes along.
 */
export function returnPath(wanted: string | null | undefined, search: Record<string, unknown> = {}): string {
  const path = isOwnRoute(wanted) ? wanted : '/dashboard'
  const rest = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (!own.includes(name) && value != null) rest.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return rest.size === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${rest}`
}

function isOwnRoute(path: string | null | undefined): path is string {
  if (!path || /\\|\/\//.test(path)) return false
  const bare = path.split(/[?#]/, 1)[0] ?? ''
  return routes.some((route) => (route.endsWith('/') ? bare.startsWith(route) : bare === route))
}
