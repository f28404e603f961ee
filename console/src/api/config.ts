import { errorFrom } from './errors'

/** The console's settings, as GET /config.json answers them. Addresses that are not configured are null or empty. */
export interface Config {
  /** The name shown to people. */
  product_name: string
  /** Version of the server and the console it carries. */
  version: string
  client_id: string
  /** Where the API is; empty means the console's own origin. */
  api_base: string
  /** Where the production API is; null means that the own origin is it. */
  production_api_base: string | null
  /** Whether people may get an account by themselves, at least those who are invited. */
  offers_accounts: boolean
  support_url: string | null
  cookie_url: string | null
  apple_store_url: string | null
  google_store_url: string | null
  rental_url: string | null
  upgrade_url: string | null
  consent_script: string | null
}

let current: Config | undefined

/**
 * Reads the settings; nothing else may run before. Rejects when the server does not answer, and with an `ApiError` when it answers
 * otherwise.
 */
export async function loadConfig(): Promise<Config> {
  const response = await fetch('/config.json', { signal: AbortSignal.timeout(60_000) })
  if (!response.ok) throw errorFrom(response, null)
  return setConfig((await response.json()) as Config)
}

/** Puts settings in place. */
export function setConfig(settings: Config): Config {
  current = settings
  return settings
}

/** The settings. */
export function config(): Config {
  if (!current) throw new Error('the settings are not loaded')
  return current
}

/** The API's base address without a slash at its end. */
export function apiBase(): string {
  return new URL(config().api_base || '/', location.origin).href.replace(/\/$/, '')
}

/** Whether the API in use is the production one. */
export function isProduction(): boolean {
  const production = config().production_api_base || location.origin
  return apiBase() === new URL(production, location.origin).href.replace(/\/$/, '')
}
