import { test } from './fixtures'
import { House } from './house'
import { DemoServer } from './server'

/** A demo of one file's own: its server, and its house with one door to look at. */
class OwnHouse {
  readonly server: DemoServer
  /** From the first journey on. Whoever starts the server again enters anew. */
  house!: House
  /** The serial number of the door, from the first journey on. */
  serial!: string

  constructor(environment: Record<string, string>) {
    this.server = new DemoServer(environment)
  }
}

/**
 * Runs a demo for as long as the journeys of a file do; they begin once the bridge of `door` is connected. `environment` holds settings
 * of its server's own.
 */
export function ownHouse(door: string, environment: Record<string, string> = {}): OwnHouse {
  const own = new OwnHouse(environment)
  test.beforeAll(async ({ playwright }) => {
    await own.server.start()
    own.house = await House.enter(await playwright.request.newContext(), own.server.base)
    own.serial = await own.house.serialOf(door)
    await own.house.bridgeIsConnected(own.serial)
  })
  test.afterAll(() => own.server.remove())
  return own
}
