import type { APIRequestContext } from '@playwright/test'
import { demo, expect, password } from './fixtures'

/** What the simulator says of a device, as far as journeys look at it. */
export interface TrueCondition {
  state: string
  bolt_moves: number
  bridge: string | null
}

/** The demo house behind the console: what is true of its doors, and what its owner does by way of the API. */
export class House {
  private constructor(
    private readonly request: APIRequestContext,
    /** Where its server is. */
    readonly base: string,
    private readonly headers: Record<string, string>,
  ) {}

  static async enter(request: APIRequestContext, base: string): Promise<House> {
    const form = { grant_type: 'password', client_id: 'cardea-android', username: demo.owner, password }
    const answer = await request.post(`${base}/oauth2/token`, { form })
    const { access_token } = (await answer.json()) as { access_token: string }
    return new House(request, base, { authorization: `Bearer ${access_token}` })
  }

  async list<T>(path: string): Promise<T[]> {
    const answer = await this.request.get(`${this.base}${path}`, { headers: this.headers })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()}`)
    return (await answer.json()) as T[]
  }

  /** Sends JSON as the owner and answers the JSON that comes back. */
  async send<T>(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, data?: unknown): Promise<T> {
    const answer = await this.request.fetch(`${this.base}${path}`, { method, headers: this.headers, data })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
    const text = await answer.text()
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  async serialOf(lock: string): Promise<string> {
    const locks = await this.list<{ name: string; afi?: { serial_number: string } }>('/locks/v1')
    const serial = locks.find(({ name }) => name === lock)?.afi?.serial_number
    if (serial === undefined) throw new Error(`no lock called ${lock}`)
    return serial
  }

  async condition(serial: string): Promise<TrueCondition> {
    const answer = await this.request.get(`${this.base}/simulator/v1/${serial}`)
    return (await answer.json()) as TrueCondition
  }

  /** The charge of a lock's battery as the server knows it. */
  async knownBattery(lock: string): Promise<number | null> {
    const answer = await this.request.get(`${this.base}/domain/v1/stream`, { headers: this.headers })
    const { locks, conditions } = (await answer.json()) as {
      locks: { id: string; name: string }[]
      conditions: { lock_id: string; battery_level: number | null }[]
    }
    const id = locks.find(({ name }) => name === lock)?.id
    return conditions.find(({ lock_id }) => lock_id === id)?.battery_level ?? null
  }

  /** Waits until the bridge of a lock is connected to the server. */
  async bridgeIsConnected(lock: string): Promise<void> {
    const { bridge } = await this.condition(lock)
    await expect
      .poll(async () => ((await this.condition(bridge ?? '')) as unknown as { connected: boolean }).connected)
      .toBe(true)
  }

  /** How many entries the access log of a lock has. */
  async logLength(lock: string): Promise<number> {
    const path = `${this.base}/log/v1/lock/${await this.lockId(lock)}?perpage=1`
    const answer = await this.request.get(path, { headers: this.headers })
    return Number(answer.headers()['x-totalrecords'])
  }

  /** Does something to a device from outside. */
  async simulate(serial: string, change: Record<string, unknown>): Promise<void> {
    const answer = await this.request.post(`${this.base}/simulator/v1/${serial}`, { data: change })
    if (!answer.ok()) throw new Error(`simulator: ${answer.status()} ${await answer.text()}`)
  }

  /** Takes away all access of one person's own, so that a journey begins as the demo does. */
  async removeAccessOf(username: string): Promise<void> {
    const user = await this.userId(username)
    const links = await this.list<{ id: string; user_id: string | null }>('/links/v1/lock_user_links')
    for (const link of links.filter(({ user_id }) => user_id === user))
      await this.send('DELETE', `/links/v1/${link.id}`)
  }

  /** Removes all lists of days, and the calendars that use them: what uses these must have gone. */
  async removeDayLists(): Promise<void> {
    const calendars = await this.list<{ id: string; day_lists: string[] }>('/links/v1/calendars')
    for (const { id, day_lists } of calendars) {
      if (day_lists.length > 0) await this.send('DELETE', `/links/v1/calendars/${id}`)
    }
    for (const { id } of await this.list<{ id: string }>('/links/v1/day_lists'))
      await this.send('DELETE', `/links/v1/day_lists/${id}`)
  }

  /** Gives one person permanent access to a lock; answers the link's id. */
  async grant(username: string, lock: string): Promise<string> {
    const [user_id, lock_id] = [await this.userId(username), await this.lockId(lock)]
    const link = { user_id, lock_id, calendar_id: null, link_profile: 'user' }
    return (await this.send<{ id: string }>('POST', '/links/v1', link)).id
  }

  /** What somebody signs in with. */
  async usernameOf(name: string): Promise<string> {
    const users = await this.list<{ username: string; display_name: string; alias: string }>('/users/v1')
    const user = users.find(({ alias, display_name }) => (alias || display_name) === name)
    if (user === undefined) throw new Error(`nobody called ${name}`)
    return user.username
  }

  async patchUser(username: string, change: Record<string, unknown>): Promise<void> {
    await this.send('PATCH', `/users/v1/${await this.userId(username)}`, change)
  }

  async removeUser(username: string): Promise<void> {
    await this.send('DELETE', `/users/v1/${await this.userId(username)}`)
  }

  async patchGroup(name: string, change: Record<string, unknown>): Promise<void> {
    const groups = await this.list<{ id: string; name: string }>('/groups/v1')
    await this.send('PATCH', `/groups/v1/${groups.find((group) => group.name === name)?.id}`, change)
  }

  /** Names of the groups that a lock belongs to. */
  async groupsOf(lock: string): Promise<string[]> {
    return (await this.lockGroups(lock)).map(({ name }) => name).sort()
  }

  /** Takes a lock out of all its groups, so that a journey begins with none. */
  async leaveGroups(lock: string): Promise<void> {
    const id = await this.lockId(lock)
    for (const group of await this.lockGroups(lock)) await this.send('DELETE', `/groups/v1/${group.id}/locks/${id}`)
  }

  /** Puts a lock into a group. */
  async joinGroup(group: string, lock: string): Promise<void> {
    const groups = await this.list<{ id: string; name: string }>('/groups/v1')
    const id = groups.find(({ name }) => name === group)?.id
    await this.send('POST', `/groups/v1/${id}/locks/${await this.lockId(lock)}`)
  }

  private async lockGroups(lock: string): Promise<{ id: string; name: string }[]> {
    const id = await this.lockId(lock)
    const groups = await this.list<{ id: string; name: string; locks?: string[] }>('/groups/v1')
    return groups.filter(({ locks }) => locks?.includes(id))
  }

  /** The ids by which a cell of the grid is named: of a person and a lock. */
  async cellOf(username: string, lock: string): Promise<{ row: string; column: string }> {
    return { row: await this.userId(username), column: await this.lockId(lock) }
  }

  private async userId(username: string): Promise<string> {
    const users = await this.list<{ id: string; username: string }>('/users/v1')
    const user = users.find((one) => one.username === username)
    if (user === undefined) throw new Error(`no user called ${username}`)
    return user.id
  }

  private async lockId(name: string): Promise<string> {
    const locks = await this.list<{ id: string; name: string }>('/locks/v1')
    const lock = locks.find((one) => one.name === name)
    if (lock === undefined) throw new Error(`no lock called ${name}`)
    return lock.id
  }

  /** Takes away one person's own access to a lock. */
  async removeAccess(username: string, lock: string): Promise<void> {
    const link = await this.linkOf(username, lock)
    await this.send('DELETE', `/links/v1/${link.id}`)
  }

  /** The link of one person's own to a lock. */
  private async linkOf(username: string, lock: string): Promise<{ id: string }> {
    const [user, door] = [await this.userId(username), await this.lockId(lock)]
    const links = await this.list<{ id: string; user_id: string; lock_id: string }>('/links/v1/lock_user_links')
    const link = links.find(({ user_id, lock_id }) => user_id === user && lock_id === door)
    if (link === undefined) throw new Error(`${username} has no access of their own to ${lock}`)
    return link
  }

  /** Moves the end of one person's own access to a lock to this many seconds from now, as clients do: calendar, then link. */
  async endAccess(username: string, lock: string, seconds: number): Promise<void> {
    const link = await this.linkOf(username, lock)
    const end_time = new Date(Date.now() + seconds * 1000).toISOString()
    const rule = { end_time, number_of_weeks: null, week_days: null, daily_start: null, daily_end: null }
    const calendar = { start_time: null, refresh_interval: 86400, rule_sets: [rule] }
    const { id } = await this.send<{ id: string }>('POST', '/links/v1/calendars', calendar)
    await this.send('PATCH', `/links/v1/${link.id}`, { calendar_id: id })
  }
}
