import { useState } from 'react'

/** What is done with those who are brought in. */
interface Work<G> {
  /** How one of them stands while it is under way. */
  saving: (guest: G) => G
  /** Does what is left to be done for one; answers what became of it. */
  carryOut: (guest: G) => Promise<G>
  /** Whether another try may help. */
  isWorthAnother: (guest: G) => boolean
}

/** Guests who were asked for, and what became of them: in memory alone, for there may be secrets among it. */
export function useGuests<G extends { key: string }>({ saving, carryOut, isWorthAnother }: Work<G>) {
  const [guests, setGuests] = useState<readonly G[]>([])
  const [isPending, setPending] = useState(false)

  /** Sees to those who are `entered`, and tries those again for whom that may help. One that fails keeps no other waiting. */
  async function run(entered: readonly G[]): Promise<void> {
    let all = [...guests, ...entered]
    const todo = all.filter((guest) => entered.includes(guest) || isWorthAnother(guest)).map(({ key }) => key)
    const put = (key: string, change: (guest: G) => G) => {
      all = all.map((guest) => (guest.key === key ? change(guest) : guest))
      setGuests(all)
    }
    setPending(true)
    for (const key of todo) put(key, saving)
    // One after another: of each caller the server does one thing at a time that is dear.
    for (const key of todo) {
      const guest = all.find((one) => one.key === key)
      if (guest === undefined) continue
      const after = await carryOut(guest)
      put(key, () => after)
    }
    setPending(false)
  }

  return { guests, isPending, run }
}
