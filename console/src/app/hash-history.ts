import { createBrowserHistory, parseHref, type RouterHistory } from '@tanstack/history'

/**
 * A history whose routes stand behind the # of the address. The router's own mixes the query of the page itself
 * (`/?from=mail#/login`) into that of the route; here the part before the # stays as it is and says nothing.
 */
export function hashHistory(): RouterHistory {
  return createBrowserHistory({
    parseLocation: () => parseHref(location.hash.slice(1) || '/', history.state as Parameters<typeof parseHref>[1]),
    createHref: (href) => `${location.pathname}${location.search}#${href}`,
  })
}
