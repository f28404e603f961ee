import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../tests/openid/server.mjs', import.meta.url))

/** A provider of sign-in for journeys (tests/openid/server.mjs): it asks nothing of whoever comes. */
export class Provider {
  private process: ChildProcess | null = null
  /** Its address, once it serves. */
  issuer = ''

  async start(): Promise<void> {
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

  /** What a server has to be told to take it for `company`. */
  settings(name: string): string {
    const secret = 'a-secret-of-tests-that-is-long-enough-for-hs256'
    return JSON.stringify([{ id: 'company', name, issuer: this.issuer, client_id: 'cardea', client_secret: secret }])
  }

  /** Lets it know the server that is served here. */
  async knows(base: string): Promise<void> {
    await this.control({ moved: `${base}/oauth2/providers/company/return` })
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
