import { describe, expect, it } from 'vitest'
import { oneSet } from '../testing/example'
import { runPlan } from './plan'
import { accessPlan, savePlan, type SaveExecutor, type Sides, type Standing, type Wanted } from './save-plan'

const sides: Sides = { priority: 1, row: 'user-1', column: 'lock-1' }
const rule = (end: number) => oneSet({ start: 0, end })
const nothing: Standing = { link: null, calendar: null, unused: [] }
const temporary = (end: number): Wanted => ({ rule: rule(end), profile: 'user' })
const permanent: Wanted = { rule: null, profile: 'user' }
const standing = (end: number | null, shared = false): Standing => ({
  link: { id: 'lock_user-1', profile: 'user' },
  calendar: end === null ? null : { id: 'calendar-old', rule: rule(end), shared },
  unused: [],
})

const done = (before: Standing, wanted: Wanted) => savePlan(sides, before, wanted).map((step) => step.do)

describe('the save order of access', () => {
  it.each([
    ['new permanent access', nothing, permanent, ['create_link']],
    ['new temporary access', nothing, temporary(9), ['create_calendar', 'create_link']],
    ['another end', standing(5), temporary(9), ['create_calendar', 'update_link', 'delete_calendar']],
    ['temporary made permanent', standing(5), permanent, ['update_link', 'delete_calendar']],
    ['permanent made temporary', standing(null), temporary(9), ['create_calendar', 'update_link']],
    ['another profile only', standing(5), { rule: rule(5), profile: 'user_allow_remote' }, ['update_link']],
    ['a calendar that another link uses', standing(5, true), permanent, ['update_link']],
    ['nothing changed', standing(5), temporary(5), []],
    ['nothing changed of permanent access', standing(null), permanent, []],
    ['temporary access removed', standing(5), null, ['delete_link', 'delete_calendar']],
    ['permanent access removed', standing(null), null, ['delete_link']],
    ['access with a shared calendar removed', standing(5, true), null, ['delete_link']],
    ['no access removed', nothing, null, []],
  ] satisfies [string, Standing, Wanted, string[]][])('%s', (_name, before, wanted, steps) => {
    expect(done(before, wanted)).toEqual(steps)
  })

  it.each([
    [1, { user_id: 'row', lock_id: 'column' }],
    [2, { user_id: 'row', group_id: 'column' }],
    [3, { group_id: 'row', lock_id: 'column' }],
    [4, { group_id: 'row', other_group_id: 'column' }],
  ] as const)('names the sides of a link of priority %i', (priority, body) => {
    expect(savePlan({ priority, row: 'row', column: 'column' }, nothing, permanent)).toEqual([
      {
        do: 'create_link',
        body: { ...body, link_profile: 'user' },
        calendar_id: null,
        failure: 'access.failed.createLink',
      },
    ])
  })
})

/** A server that fails the calls named, once each, and keeps what it was asked. */
class Server implements SaveExecutor {
  readonly calls: string[] = []
  readonly #fails: string[]
  #made = 0

  constructor(...fails: string[]) {
    this.#fails = fails
  }

  #call(name: string, ...about: unknown[]): Promise<void> {
    this.calls.push([name, ...about.map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))].join(' '))
    const index = this.#fails.indexOf(name)
    if (index < 0) return Promise.resolve()
    this.#fails.splice(index, 1)
    return Promise.reject(new Error(`${name} refused`))
  }

  async createCalendar(body: Parameters<SaveExecutor['createCalendar']>[0]): Promise<string> {
    await this.#call('createCalendar', body.rule_sets?.[0]?.end_time ?? 'none')
    return `calendar-${(this.#made += 1)}`
  }

  async createLink(body: Parameters<SaveExecutor['createLink']>[0]): Promise<string> {
    await this.#call('createLink', body)
    return 'lock_user-new'
  }

  updateLink: SaveExecutor['updateLink'] = (id, body) => this.#call('updateLink', id, body)
  deleteLink: SaveExecutor['deleteLink'] = (id) => this.#call('deleteLink', id)
  deleteCalendar: SaveExecutor['deleteCalendar'] = (id) => this.#call('deleteCalendar', id)
}

const save = (to: Sides, before: Standing, wanted: Wanted, server: Server) =>
  runPlan(accessPlan(to, before, wanted, server), before)

const end9 = '1970-01-01T00:00:00.009+00:00'

describe('saving', () => {
  it('gives the new calendar to the new link', async () => {
    const server = new Server()
    const { standing: after, failed } = await save(sides, nothing, temporary(9), server)
    expect(failed).toBeNull()
    expect(server.calls).toEqual([
      `createCalendar ${end9}`,
      'createLink {"user_id":"user-1","lock_id":"lock-1","link_profile":"user","calendar_id":"calendar-1"}',
    ])
    expect(savePlan(sides, after, temporary(9))).toEqual([])
  })

  const change = [
    `createCalendar ${end9}`,
    'updateLink lock_user-1 {"calendar_id":"calendar-1","link_profile":"user"}',
    'deleteCalendar calendar-old',
  ]

  it('moves the link to the new calendar before the old one is removed', async () => {
    const server = new Server()
    await save(sides, standing(5), temporary(9), server)
    expect(server.calls).toEqual(change)
  })

  it.each([
    ['several rule sets', { sets: [...rule(5).sets, ...rule(6).sets] }],
    ['days otherwise', { otherDays: [{ day: 20_811, hours: [] }] }],
    ['a list of days', { dayLists: ['day_list-1'] }],
  ])('says that %s, which were shown, may be replaced', async (_name, more) => {
    const server = new Server()
    const { calendar, ...rest } = standing(5)
    const before = { ...rest, calendar: calendar && { ...calendar, rule: { ...calendar.rule, ...more } } }
    await save(sides, before, temporary(9), server)
    expect(server.calls[1]).toBe(
      'updateLink lock_user-1 {"calendar_id":"calendar-1","link_profile":"user","replace_rule_sets":true}',
    )
  })

  it.each([
    ['createCalendar', 'create_calendar', 'access.failed.createCalendar', 0],
    ['updateLink', 'update_link', 'access.failed.updateLink', 1],
    ['deleteCalendar', 'delete_calendar', 'access.failed.deleteCalendar', 2],
  ] as const)('when %s fails it says so, and the next Save goes on with it', async (call, step, failure, index) => {
    const server = new Server(call)
    const first = await save(sides, standing(5), temporary(9), server)
    expect(first.failed?.step).toMatchObject({ do: step, failure })
    expect(first.failed?.reason).toEqual(new Error(`${call} refused`))
    expect(server.calls).toEqual(change.slice(0, index + 1))
    server.calls.length = 0
    const second = await save(sides, first.standing, temporary(9), server)
    expect(second.failed).toBeNull()
    expect(server.calls).toEqual(change.slice(index))
    expect(savePlan(sides, second.standing, temporary(9))).toEqual([])
  })

  it('removes the link, then its calendar, and goes on with the calendar', async () => {
    const server = new Server('deleteCalendar')
    const first = await save(sides, standing(5), null, server)
    expect(first.failed?.step.do).toBe('delete_calendar')
    const second = await save(sides, first.standing, null, server)
    expect(second.failed).toBeNull()
    expect(server.calls).toEqual([
      'deleteLink lock_user-1',
      'deleteCalendar calendar-old',
      'deleteCalendar calendar-old',
    ])
  })

  it('leaves no calendar behind when what is wanted changes after a failure', async () => {
    const server = new Server('updateLink')
    const first = await save(sides, standing(5), temporary(9), server)
    server.calls.length = 0
    const second = await save(sides, first.standing, temporary(7), server)
    expect(second.failed).toBeNull()
    expect(server.calls).toEqual([
      'createCalendar 1970-01-01T00:00:00.007+00:00',
      'updateLink lock_user-1 {"calendar_id":"calendar-2","link_profile":"user"}',
      'deleteCalendar calendar-old',
      'deleteCalendar calendar-1',
    ])
  })

  it('only clears up when what is wanted is again what was', async () => {
    const server = new Server('updateLink')
    const first = await save(sides, standing(5), temporary(9), server)
    server.calls.length = 0
    await save(sides, first.standing, temporary(5), server)
    expect(server.calls).toEqual(['deleteCalendar calendar-1'])
  })
})
