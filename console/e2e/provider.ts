import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { DemoServer } from './server'

const program = fileURLToPath(new URL('../../tests/openid/server.mjs', import.meta.url))

/** A provider of sign-in for journeys (tests/openid/server.mjs): it asks nothing of whoever comes. */
export class Provider {
  private process: ChildProcess | null = null
  /** Its address, once it serves. */
  issuer = ''

  private async start(): Promise<void> {
    const child = spawn('node', [program, 'http://localhost/', String(Date.now())], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    this.process = child
    for await (const line of createInterface({ input: child.stdout })) {
      this.issuer = line
      return
    }
    throw new Error('the provider of sign-in ended before it served')
  }

  /**
   * Starts it, and a demo server at which it is the provider `Company`: that has its providers when it starts, and tells its address then.
   */
  async startWithServer(): Promise<DemoServer> {
    await this.start()
    const server = new DemoServer({ CARDEA_PROVIDERS: this.settings() })
    await server.start()
    await this.control({ moved: `${server.base}/oauth2/providers/company/return` })
    return server
  }

  /** What a server has to be told of it. */
  private settings(): string {
    const secret = 'a-secret-of-tests-that-is-long-enough-for-hs256'
    return JSON.stringify([
      { id: 'company', name: 'Company', issuer: this.issuer, client_id: 'cardea', client_secret: secret },
    ])
  }

  /** Has whoever comes sign in as this. */
  async signsIn(sub: string, claims: object): Promise<void> {
    await this.control({ sub, claims })
  }

  async remove(): Promise<void> {
    const child = this.process
    if (child === null || child.exitCode !== null) return
    child.kill()
    await once(child, 'exit')
  }

  private async control(told: object): Promise<void> {
    await fetch(`${this.issuer}/control`, { method: 'POST', body: JSON.stringify(told) })
  }
}
