// Lets somebody in on weekdays, opens the door from afar, and reads in the log that it was opened.
// Needs openapi-fetch, and the types that openapi-typescript makes of the server's /openapi.json (cardea.ts).
import createClient, { type Middleware } from 'openapi-fetch'
import type { components, paths } from './cardea.js'

type Tokens = components['schemas']['TokenAnswer']
type Lock = components['schemas']['Lock']

const { CARDEA_BASE: baseUrl, CARDEA_USERNAME: username, CARDEA_PASSWORD: password } = process.env
if (!baseUrl || !username || !password)
  throw new Error('CARDEA_BASE, CARDEA_USERNAME and CARDEA_PASSWORD say where and who')
const client_id = 'cardea-android'

/** The data of an answer, or an error that says why there is none. */
function expect<Data>(answer: { data?: Data; error?: { error: string; message: string }; response: Response }): Data {
  if (answer.error) throw new Error(`${answer.response.status} ${answer.error.error}: ${answer.error.message}`)
  return answer.data as Data
}

const cardea = createClient<paths>({ baseUrl })

async function signIn(username: string, password: string): Promise<Tokens> {
  return expect(await cardea.POST('/oauth2/token', { body: { grant_type: 'password', client_id, username, password } }))
}

async function refresh(tokens: Tokens): Promise<Tokens> {
  const { refresh_token } = tokens
  return expect(await cardea.POST('/oauth2/token', { body: { grant_type: 'refresh_token', client_id, refresh_token } }))
}

function authorize(tokens: Tokens): Middleware {
  return {
    onRequest({ request }) {
      request.headers.set('authorization', `Bearer ${tokens.access_token}`)
    },
  }
}

/** All locks, page by page. */
async function listLocks(perpage: number): Promise<Lock[]> {
  const locks: Lock[] = []
  for (let page = 0, pages = 1; page < pages; page++) {
    const answer = await cardea.GET('/locks/v1', { params: { query: { page, perpage } } })
    locks.push(...expect(answer))
    pages = Number(answer.response.headers.get('x-pages'))
  }
  return locks
}

async function grantWeekdays(user_id: string, lock_id: string) {
  const weekdays = { week_days: [0, 1, 2, 3, 4], daily_start: 9 * 3600, daily_end: 17 * 3600 }
  const body = { start_time: new Date().toISOString(), rule_sets: [weekdays] }
  const calendar = expect(await cardea.POST('/links/v1/calendars', { body }))
  return expect(await cardea.POST('/links/v1', { body: { user_id, lock_id, calendar_id: calendar.id } }))
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

/** Turns the bolt, and waits until it is known what came of it. */
async function operate(device: string, turn: 'lock' | 'unlock') {
  const body = { device, operation: 'afi.lock.operate', arguments: [turn] }
  const { id } = expect(await cardea.POST('/bridge/v1/execute', { body }))
  for (;;) {
    const polled = expect(await cardea.POST('/bridge/v1/poll', { body: { id } }))
    if (polled.status === 'Succeeded') return polled.result
    if (polled.status === 'Failed') throw new Error(polled.result.afi_status_text)
    await pause()
  }
}

/** The entry of the log that is newer than `since`. */
async function newEntry(lock: Lock, since: string) {
  for (;;) {
    const params = { path: { ids: lock.id }, query: { perpage: 1 } }
    const [entry] = expect(await cardea.GET('/log/v1/lock/{ids}', { params }))
    if (entry && entry.timestamp > since) return entry
    await pause()
  }
}

const refused = await cardea.POST('/oauth2/token', {
  body: { grant_type: 'password', client_id, username, password: 'not this' },
})
console.log(`a wrong password is ${refused.error?.error}`)

cardea.use(authorize(await refresh(await signIn(username, password))))
const me = expect(await cardea.GET('/user/v1'))
console.log(`signed in as ${me.username}`)

const locks = await listLocks(3)
const door = locks.find((lock) => lock.name === 'Street door')
const people = expect(await cardea.GET('/users/v1', { params: { query: { username: 'nobody@demo.cardea' } } }))
const [person] = people
if (!door?.afi || !person) throw new Error('this is no demo')
console.log(`${locks.length} locks, ${new Set(locks.map((lock) => lock.id)).size} of them different`)

const link = await grantWeekdays(person.id, door.id)
console.log(`${person.display_name} has access to ${door.name} as ${link.link_profile}`)
expect(await cardea.DELETE('/links/v1/{link}', { params: { path: { link: link.id } } }))

const [last] = expect(
  await cardea.GET('/log/v1/lock/{ids}', { params: { path: { ids: door.id }, query: { perpage: 1 } } }),
)
const { state } = await operate(door.afi.serial_number, 'unlock')
console.log(`${door.name} is ${state}`)
const entry = await newEntry(door, last?.timestamp ?? '')
console.log(`${entry.operation} by ${entry.user}`)
await operate(door.afi.serial_number, 'lock')
