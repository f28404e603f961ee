import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import LoginPage from '../pages/login/Page'
import OauthPage from '../pages/oauth/Page'
import SignedInPage from '../pages/signed-in/Page'
import { readSession, goOnInLanguage, requireSession, requireSignedOut } from './guards'
import { hashHistory } from './hash-history'
import { RouteFailure, ShellFailure } from './RouteFailure'
import { Shell } from './Shell'

const rootRoute = createRootRoute({ component: Shell, errorComponent: ShellFailure })

/** Search of /login: the code of what failed, and where to go after sign-in with what else the address carried. */
type LoginSearch = { error?: string; redirect?: string } & Record<string, unknown>

const oauthRoute = createRoute({ getParentRoute: () => rootRoute, path: '/oauth', component: OauthPage })

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: (search: Record<string, unknown>): LoginSearch => ({
    ...search,
    error: typeof search.error === 'string' ? search.error : undefined,
    redirect: typeof search.redirect === 'string' ? search.redirect : undefined,
  }),
  beforeLoad: requireSignedOut,
  component: LoginPage,
})

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset_password',
  validateSearch: ({ token }: Record<string, unknown>) => ({ token: typeof token === 'string' ? token : '' }),
  component: lazyRouteComponent(() => import('../pages/reset-password/Page')),
  errorComponent: RouteFailure,
})

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot_password',
  validateSearch: ({ ui_locales }: Record<string, unknown>): { ui_locales?: string } =>
    typeof ui_locales === 'string' ? { ui_locales } : {},
  beforeLoad: goOnInLanguage,
  component: lazyRouteComponent(() => import('../pages/forgot-password/Page')),
  errorComponent: RouteFailure,
})

const firstStartRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/first_start',
  validateSearch: ({ token }: Record<string, unknown>) => ({ token: typeof token === 'string' ? token : '' }),
  component: lazyRouteComponent(() => import('../pages/first-start/Page')),
  errorComponent: RouteFailure,
})

const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/signed_in',
  validateSearch: ({ redirect }: Record<string, unknown>): { redirect?: string } =>
    typeof redirect === 'string' ? { redirect } : {},
  component: SignedInPage,
})

const DashboardPage = lazyRouteComponent(() => import('../pages/dashboard/Page'))

/** Fetches the dashboard's code while the account is still asked for. */
export function preloadDashboard(): void {
  // A failure shows when the page is opened, which asks again.
  DashboardPage.preload?.()?.catch(() => {})
}

const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  beforeLoad: requireSession,
  component: DashboardPage,
  errorComponent: RouteFailure,
})

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/i/$token',
  beforeLoad: readSession,
  component: lazyRouteComponent(() => import('../pages/invitation/Page')),
  errorComponent: RouteFailure,
})

const anyOtherRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/login' })
  },
})

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/login' })
  },
})

const routeTree = rootRoute.addChildren([
  oauthRoute,
  loginRoute,
  resetPasswordRoute,
  forgotPasswordRoute,
  firstStartRoute,
  signedInRoute,
  dashboardRoute,
  invitationRoute,
  indexRoute,
  anyOtherRoute,
])

/** A router of the console's routes, which stand behind the # of the address. */
export function makeRouter() {
  return createRouter({ routeTree, history: hashHistory(), defaultPendingMs: 300 })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
