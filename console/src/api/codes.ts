/**
 * The codes of failures and the keys of their texts. A code of the server that has no text here does not compile, and neither does a text
 * for a code that nobody gives any more.
 */
import type { ParseKeys } from 'i18next'
import type { components } from '../generated/api'

/** What the server finds wrong with a field. */
export type FieldCode = components['schemas']['FieldCode']

type OauthErrorCode = components['schemas']['OauthErrorCode']

/** Codes that the sign-in page sends back in the address. */
type SignInCode = 'login_required' | 'invalid_request' | 'unsupported_response_type'

/** Codes of failures in which no answer came. */
export type NoAnswer = 'network_error' | 'server_unavailable'

/** Codes of what the console itself finds wrong. */
type OwnCode = 'access_denied' | 'stale_sign_in' | 'unexpected'

/** Every code that somebody here gives. */
export type KnownCode = components['schemas']['ErrorCode'] | OauthErrorCode | SignInCode | NoAnswer | OwnCode

/** What each code is to a person. */
export const byCode = {
  invalid_grant: 'errors.invalidGrant',
  validation_failed: 'errors.validationFailed',
  malformed_body: 'errors.validationFailed',
  invalid_password: 'errors.refusedPassword',
  no_sender: 'errors.noSender',
  invalid_request: 'errors.validationFailed',
  body_too_large: 'errors.bodyTooLarge',
  request_timeout: 'errors.requestTimeout',
  unauthorized: 'errors.unauthorized',
  login_required: 'errors.unauthorized',
  access_denied: 'errors.accessDenied',
  entity_not_found: 'errors.entityNotFound',
  invalid_client: 'errors.invalidClient',
  unsupported_grant_type: 'errors.unsupportedGrantType',
  unsupported_response_type: 'errors.unsupportedGrantType',
  forbidden: 'errors.forbidden',
  insufficient_scope: 'errors.insufficientScope',
  sign_in_required: 'errors.signInRequired',
  sign_in_too_old: 'errors.signInTooOld',
  passkeys_not_offered: 'errors.passkeysNotOffered',
  provider_sign_in_required: 'errors.providerSignInRequired',
  conflict: 'errors.conflict',
  has_more_rule_sets: 'errors.hasMoreRuleSets',
  unable_to_update_domain_owner: 'errors.unableToUpdateDomainOwner',
  bridge_not_paired: 'errors.bridgeNotPaired',
  timezone_not_set: 'errors.timezoneNotSet',
  no_remote_access: 'errors.noRemoteAccess',
  bridge_busy: 'errors.bridgeBusy',
  too_many_attempts: 'errors.tooManyAttempts',
  too_many_requests: 'errors.tooManyRequests',
  too_many_feeds: 'errors.tooManyFeeds',
  too_many_downloads: 'errors.tooManyDownloads',
  temporarily_unavailable: 'errors.notReady',
  network_error: 'errors.networkError',
  server_error: 'errors.serverError',
  server_unavailable: 'errors.serverUnavailable',
  stale_sign_in: 'errors.staleSignIn',
  // The console asks for nothing of the kind.
  not_found: 'errors.unexpected',
  method_not_allowed: 'errors.unexpected',
  idempotency_key_reused: 'errors.unexpected',
  unsupported_media_type: 'errors.unexpected',
  invalid_scope: 'errors.unexpected',
  unexpected: 'errors.unexpected',
} as const satisfies Record<KnownCode, ParseKeys>

/** What each code of a field is to a person, beside the field. */
export const byFieldCode = {
  required: 'errors.field.required',
  wrong_type: 'errors.field.invalid',
  invalid: 'errors.field.invalid',
  out_of_range: 'errors.field.outOfRange',
  not_after_start: 'errors.field.notAfterStart',
  start_missing: 'errors.field.startMissing',
  too_long: 'errors.field.tooLong',
  too_short: 'errors.field.tooShort',
  too_many: 'errors.field.tooMany',
  control_character: 'errors.field.controlCharacter',
  private_use: 'errors.field.unknownCharacter',
  unassigned: 'errors.field.unknownCharacter',
  invisible: 'errors.field.invisible',
  leading_mark: 'errors.field.leadingMark',
  unknown: 'errors.entityNotFound',
  read_only: 'errors.readOnly',
  not_supported: 'errors.field.notSupported',
  invalid_email: 'errors.field.invalidEmail',
  invalid_password: 'errors.refusedPassword',
  same_password: 'errors.givenPassword',
  wrong_code: 'errors.field.wrongCode',
  unknown_timezone: 'errors.field.unknownTimezone',
  not_settable: 'errors.field.notSettable',
  administrators_only: 'errors.field.administratorsOnly',
  above_role: 'errors.field.aboveRole',
  beyond_own_access: 'errors.field.beyondOwnAccess',
  permanent_only: 'access.problem.administratorsPermanent',
  recurring_unsupported: 'access.problem.recurringUnsupported',
  ended: 'errors.field.ended',
  already_there: 'errors.field.alreadyThere',
  already_taken: 'errors.field.alreadyTaken',
  has_account: 'errors.field.hasAccount',
  no_account: 'errors.field.noAccount',
  in_use: 'errors.field.alreadyTaken',
  belongs_elsewhere: 'errors.field.belongsElsewhere',
  created_elsewhere: 'errors.field.createdElsewhere',
  not_signed_in_by_it: 'errors.field.notSignedInByIt',
} as const satisfies Record<FieldCode, ParseKeys>

/** What a code is to a person where the field it is about has a sentence of its own for it, by the field's name. */
export const byNamedField: Readonly<Record<string, Partial<Record<FieldCode, ParseKeys>>>> = {
  date: { invalid: 'access.problem.dayOutside', already_there: 'access.problem.dayTaken' },
  days: { too_many: 'dayLists.tooMany' },
  country: { invalid: 'errors.field.countryInvalid' },
  current_password: { invalid: 'errors.field.wrongPassword' },
  day_lists: {
    unknown: 'errors.field.listUnknown',
    already_there: 'errors.field.listTwice',
    too_many: 'access.dayLists.full',
  },
}

/** Fields whose own sentences are understood far from them too. */
export const plainFields: ReadonlySet<string> = new Set(['current_password'])

/** Codes of a field whose sentence is understood far from the field too. */
export const plainCodes: ReadonlySet<string> = new Set<FieldCode>([
  'unknown',
  'read_only',
  'invalid_password',
  'same_password',
  'wrong_code',
  'not_settable',
  'permanent_only',
  'recurring_unsupported',
  'already_there',
  'has_account',
  'no_account',
  'belongs_elsewhere',
  'created_elsewhere',
  'not_signed_in_by_it',
])
