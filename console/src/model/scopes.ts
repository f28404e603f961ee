/** What a token may be used for, by the names of the wire. */
export const scopes = ['profile', 'read', 'operate', 'access', 'devices', 'log'] as const

/** One of them. */
export type Scope = (typeof scopes)[number]

/** Whether a name is that of a scope known here; a newer server may have more. */
export function isScope(name: string): name is Scope {
  return scopes.some((scope) => scope === name)
}
