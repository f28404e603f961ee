import { describe, expect, it } from 'vitest'
import { AT_ONCE, runPlan, type AnyStep } from './plan'

type Standing = readonly string[]

/** Steps of one lot that end when they are told to. */
function lotOf(names: readonly string[], lot = 'lot') {
  const begun: string[] = []
  const end = new Map<string, (reason?: Error) => void>()
  const steps = names.map((name): AnyStep<Standing> => ({
    lot,
    failure: name,
    call: () => {
      begun.push(name)
      return new Promise((resolve, reject) => end.set(name, (reason) => (reason ? reject(reason) : resolve())))
    },
    after: (standing) => [...standing, name],
  }))
  return { steps, begun, end: (name: string, reason?: Error) => end.get(name)?.(reason) }
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)
/** Lets everything happen that can. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('steps of one lot', () => {
  it('are under way together, eight at a time, and all that they change stands in the end', async () => {
    const names = numbered(20)
    const { steps, begun, end } = lotOf(names)
    const told: number[] = []
    const outcome = runPlan<Standing, AnyStep<Standing>>(steps, [], (_, done) => told.push(done))
    await settled()
    expect(begun).toEqual(numbered(AT_ONCE))
    end('3')
    await settled()
    expect(begun).toEqual(numbered(AT_ONCE + 1))
    while (told.length < 20) {
      for (const name of begun) end(name)
      await settled()
    }
    const { standing, failed, done, count } = await outcome
    expect([...standing].sort()).toEqual([...names].sort())
    expect([failed, done, count]).toEqual([null, 20, 20])
    expect(told).toEqual(numbered(20).map((index) => Number(index) + 1))
  })

  it('begin no more after a refusal; those under way are waited for and count', async () => {
    const { steps, begun, end } = lotOf(numbered(20))
    const outcome = runPlan<Standing, AnyStep<Standing>>(steps, [])
    await settled()
    end('5', new Error('first'))
    await settled()
    end('6', new Error('second'))
    for (const name of begun) end(name)
    const { standing, failed, done, count } = await outcome
    expect(begun).toEqual(numbered(AT_ONCE))
    expect(standing).toEqual(['0', '1', '2', '3', '4', '7'])
    expect(failed).toMatchObject({ step: { failure: '5' }, reason: new Error('first') })
    expect([done, count]).toEqual([6, 20])
  })

  it('wait for the lot before, and for steps that are of none', async () => {
    const [first, second] = [lotOf(['a', 'b'], 'first'), lotOf(['c'], 'second')]
    const between: AnyStep<Standing> = { failure: 'between', run: (standing) => Promise.resolve([...standing, '-']) }
    const outcome = runPlan<Standing, AnyStep<Standing>>([...first.steps, between, ...second.steps], [])
    await settled()
    first.end('b')
    await settled()
    expect([first.begun, second.begun]).toEqual([['a', 'b'], []])
    first.end('a')
    await settled()
    second.end('c')
    expect((await outcome).standing).toEqual(['b', 'a', '-', 'c'])
  })
})

it('one step after another: each begins from what the one before it left, and none follows one that failed', async () => {
  const adds = (name: string): AnyStep<Standing> => ({
    failure: name,
    run: (standing) => Promise.resolve([...standing, name]),
  })
  const fails: AnyStep<Standing> = { failure: 'no', run: () => Promise.reject(new Error('no')) }
  const outcome = await runPlan<Standing, AnyStep<Standing>>([adds('a'), adds('b'), fails, adds('c')], [])
  expect(outcome).toMatchObject({ standing: ['a', 'b'], failed: { step: fails }, done: 2, count: 4 })
})
