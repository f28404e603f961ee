/**
 * The part of the API that the console calls, written by hand until `npm run generate` has made src/generated/api.ts from
 * openapi/api.json; then this file is the one line `export type { paths } from '../generated/api'`.
 */
import type { CalendarEntry, LinkEntry, LinkProfile, Role } from '../model/entries'

/** Answer of GET /user/v1. */
export interface CurrentUser {
  id: string
  username: string
  domain: string
  alias: string
  display_name: string
  email_address: string
  '2fa': boolean
}

/** One domain that the account acts in. `domain` reads "owner's domain". */
export interface IdentityEntry {
  /** The id to send as X-Assume-User. */
  id: string
  domain: string
  primary: boolean
  role: Role
  domain_rights: string[]
}

/** Answer of POST /oauth2/token. */
export interface TokenAnswer {
  access_token: string
  refresh_token: string
  token_type: string
  /** Seconds. */
  expires_in: number
}

/** Result of a lock operation as far as it is known. */
export interface OperationResult {
  state?: 'Locked' | 'Unlocked' | 'Unknown'
  afi_status: number
  afi_status_text: string
  bridge_server_status: number
  bridge_server_status_text: string
  dmi_status: number
  dmi_status_text: string
  stage?: 'sent' | 'at_bridge' | 'moving' | 'done'
}

/** Answer of GET /locks/v1/operation/{id}. */
export interface LockOperation {
  id: string
  status: 'Created' | 'InProgress' | 'Succeeded' | 'Failed'
  is_completed: boolean
  is_successful: boolean
  result: OperationResult | null
}

/** One entry of an access log. */
export interface LogEntry {
  timestamp: string
  lock: string
  lockname: string
  user: string | null
  username: string
  operation: string
}

/** A device with its key, as GET /devices/v1/login_tokens lists them. */
export interface LoginToken {
  device: { serial_number: string; name: string; device_type: string; timezone: string | null }
  blob: string
  broadcast_key: string
  metadata: {
    permissions: { id: string; name: string; description: string }[]
    valid_from: string | null
    valid_to: string | null
  }
}

/** The body of a new link. */
export type NewLink = Partial<Omit<LinkEntry, 'id' | 'link_profile'>> & { link_profile?: LinkProfile }

type Operation<Answer, Body = never, Path = never, Query = never> = {
  parameters: ([Query] extends [never] ? { query?: never } : { query?: Query }) &
    ([Path] extends [never] ? { path?: never } : { path: Path })
  responses: { 200: { headers: Record<string, unknown>; content: { 'application/json': Answer } } }
} & ([Body] extends [never] ? { requestBody?: never } : { requestBody: { content: { 'application/json': Body } } })

type Operations = {
  '/user/v1': { get: Operation<CurrentUser> }
  '/user/v1/identities': { get: Operation<IdentityEntry[]> }
  '/oauth2/cookie': { delete: Operation<unknown> }
  '/links/v1': { post: Operation<LinkEntry, NewLink> }
  '/links/v1/{link_id}': {
    patch: Operation<LinkEntry, { calendar_id: string | null; link_profile?: LinkProfile }, { link_id: string }>
    delete: Operation<unknown, never, { link_id: string }>
  }
  '/links/v1/calendars': { post: Operation<CalendarEntry, Omit<CalendarEntry, 'id'>> }
  '/links/v1/calendars/{calendar_id}': { delete: Operation<unknown, never, { calendar_id: string }> }
  '/locks/v1/afi/{serial_number}/remote_lock': { post: Operation<{ id: string }, never, { serial_number: string }> }
  '/locks/v1/afi/{serial_number}/remote_unlock': { post: Operation<{ id: string }, never, { serial_number: string }> }
  '/locks/v1/operation/{id}': { get: Operation<LockOperation, never, { id: string }> }
  '/log/v1/lock/{ids}': { get: Operation<LogEntry[], never, { ids: string }, { page?: number; perpage?: number }> }
  '/devices/v1/login_tokens': { get: Operation<LoginToken[], never, never, { page?: number; perpage?: number }> }
}

type Unused = 'get' | 'put' | 'post' | 'delete' | 'options' | 'head' | 'patch' | 'trace'

/** Path → method → parameters, body and answers, in the form that openapi-typescript writes. */
export type paths = {
  [P in keyof Operations]: { parameters: { query?: never; path?: never } } & Operations[P] & {
      [M in Exclude<Unused, keyof Operations[P]>]?: never
    }
}
