import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from './fixtures'

const binary = process.env.CARDEA_BINARY ?? '../target/debug/cardea'

/** A demo server of a journey's own, which the journey may end and start again on the same data. */
export class DemoServer {
  private readonly data = mkdtempSync(join(tmpdir(), 'cardea-journey-'))
  private process: ChildProcess | null = null
  private listen = '127.0.0.1:0'
  /** Where it serves, once it does. */
  base = ''

  /** `environment` holds settings of this server's own, as variables. */
  constructor(private readonly environment: Record<string, string> = {}) {}

  async start(): Promise<void> {
    const child = spawn(binary, ['serve', '--demo', '--listen', this.listen, '--data', this.data], {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { CARDEA_SIM_READ_MS: '100', ...process.env, ...this.environment },
    })
    this.process = child
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('ready ')) continue
      this.base = line.slice('ready '.length)
      this.listen = new URL(this.base).host
      return
    }
    throw new Error('the demo server ended before it was ready')
  }

  /** The address in the letter that was written to somebody, once it is there. */
  async linkInLetterTo(address: string): Promise<string> {
    const folder = join(this.data, 'mail')
    const find = () => {
      const letters = existsSync(folder)
        ? readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
        : []
      const letter = letters.find((text) => text.includes(`To: ${address}\r\n`))
      // Long lines are broken after an equals sign.
      return letter?.replaceAll('=\r\n', '').match(/^http\S+/m)?.[0] ?? ''
    }
    await expect.poll(find).not.toBe('')
    return find()
  }

  /** Ends it as a crash would. */
  async kill(): Promise<void> {
    const child = this.process
    if (child === null || child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  async restart(): Promise<void> {
    await this.kill()
    await this.start()
  }

  async remove(): Promise<void> {
    await this.kill()
    rmSync(this.data, { recursive: true, force: true })
  }
}
