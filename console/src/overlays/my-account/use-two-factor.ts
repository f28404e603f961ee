import { useState } from 'react'
import { ApiError } from '../../api/errors'
import { enrollTwoFactor, generateTwoFactor, removeTwoFactor, type TwoFactorSeed } from '../../api/queries/two-factor'
import { CODE_DIGITS, codeDigits } from '../../model/one-time-code'
import type { CurrentUser } from '../../session/session'
import { local } from '../../session/storage'
import { openRecoveryCodes } from '../recovery-codes/open'
import { useStep } from '../use-step'

/** Two-factor sign-in as the switch has it. What it says counts once it is saved. */
export interface TwoFactor {
  /** Whether signing in takes a second factor now. */
  isRequired: boolean
  /** Whether it was found to be so only when somebody wanted to switch it on here. */
  wasAlready: boolean
  /** What the switch says. */
  isWanted: boolean
  setWanted: (on: boolean) => void
  /** What the app is told; null until it is there. */
  seed: TwoFactorSeed | null
  /** Why it is not there, where that failed. */
  failure: unknown
  /** The digits of the app's code. */
  code: string
  typeCode: (typed: string) => void
  /** Whether a code is wanted and is not there. */
  isWrong: boolean
  /** What Save has to do about it; null for nothing. */
  change: TwoFactorChange | null
}

/** Switching it on or off. */
export interface TwoFactorChange {
  failure: 'account.failed.enroll' | 'account.failed.removeTwoFactor'
  run: () => Promise<void>
}

/** Nothing to be told where another tab has switched it on already. */
function nothingIfThere(reason: unknown): null {
  if (reason instanceof ApiError && reason.is('conflict')) return null
  throw reason
}

/** Two-factor sign-in of the person who is signed in. Nothing of what the app is told is kept anywhere. */
export function useTwoFactor({ '2fa': atFirst, username }: CurrentUser): TwoFactor {
  // Another tab may have changed it since this one asked who is signed in.
  const [isRequired, setRequired] = useState(() => local.get('twofa') ?? atFirst)
  const [wanted, want] = useState(isRequired)
  const [wasAlready, findAlready] = useState(false)
  const [seed, setSeed] = useState<TwoFactorSeed | null>(null)
  // Only the seed that was drawn last counts on the server.
  const drawing = useStep()
  const failure = drawing.failed?.reason ?? null
  // Without a seed there is nothing to switch on.
  const isWanted = wanted && failure === null
  const [code, setCode] = useState('')

  function stand(required: boolean): void {
    local.set('twofa', required)
    setRequired(required)
    want(required)
    setSeed(null)
    setCode('')
  }

  async function draw(): Promise<void> {
    const drawn = await drawing.run(() => generateTwoFactor().catch(nothingIfThere))
    if (drawn === null) return
    if (drawn.value !== null) return setSeed(drawn.value)
    findAlready(true)
    stand(true)
  }

  function setWanted(on: boolean): void {
    drawing.forget()
    want(on)
    findAlready(false)
    setSeed(null)
    setCode('')
    if (on && !isRequired) void draw()
  }

  async function enroll(): Promise<void> {
    const codes = await enrollTwoFactor(code)
    stand(true)
    openRecoveryCodes({ codes, username })
  }

  async function remove(): Promise<void> {
    await removeTwoFactor()
    stand(false)
  }

  return {
    ...{ isRequired, wasAlready, isWanted, setWanted, seed, failure, code },
    typeCode: (typed) => setCode(codeDigits(typed)),
    isWrong: isWanted && !isRequired && code.length < CODE_DIGITS,
    change:
      isWanted === isRequired
        ? null
        : isWanted
          ? { failure: 'account.failed.enroll', run: enroll }
          : { failure: 'account.failed.removeTwoFactor', run: remove },
  }
}
