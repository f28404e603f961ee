/** Recovery codes, which nobody is told again. */
export interface RecoveryCodesProps {
  codes: readonly string[]
  /** Whose they are. */
  username: string
}
