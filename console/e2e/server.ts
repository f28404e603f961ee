import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const binary = process.env.CARDEA_BINARY ?? '../target/debug/cardea'

/** A server of a journey's own, which the journey may end and start again on the same data. */
class OwnServer {
  protected readonly data = mkdtempSync(join(tmpdir(), 'cardea-journey-'))
  private process: ChildProcess | null = null
  private listen = '127.0.0.1:0'
  /** Where it serves, once it does. */
  base = ''
  /** What it has said on standard error. */
  said = ''

  /** `environment` holds settings of this server's own, as variables. */
  constructor(
    private readonly flags: string[],
    private readonly environment: Record<string, string>,
  ) {}

  async start(): Promise<void> {
    const child = spawn(binary, ['serve', ...this.flags, '--listen', this.listen, '--data', this.data], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { CARDEA_SIM_READ_MS: '100', ...process.env, ...this.environment },
    })
    this.process = child
    child.stderr.on('data', (said: Buffer) => (this.said += said.toString()))
    for await (const line of createInterface({ input: child.stdout })) {
      if (!line.startsWith('ready ')) continue
      this.base = line.slice('ready '.length)
      this.listen = new URL(this.base).host
      return
    }
    throw new Error(`the server ended before it was ready: ${this.said}`)
  }

  /** The texts of the letters that it has written to this address, in no order. */
  letters(to: string): string[] {
    const folder = join(this.data, 'mail')
    const files = existsSync(folder) ? readdirSync(folder) : []
    const messages = files.filter((file) => file.endsWith('.eml'))
    const whole = messages.map((file) => readFileSync(join(folder, file), 'utf8'))
    // Where the text is quoted-printable (RFC 2045), lines are broken and `=` is written by its number.
    const texts = whole.map((message) => message.replaceAll('=\r\n', '').replaceAll('=3D', '='))
    return texts.filter((message) => message.includes(`To: ${to}`))
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

/** A demo server of a journey's own. */
export class DemoServer extends OwnServer {
  constructor(environment: Record<string, string> = {}) {
    super(['--demo'], environment)
  }
}

/** A server that has nobody yet. */
export class EmptyServer extends OwnServer {
  constructor(environment: Record<string, string> = {}) {
    super([], environment)
  }

  /** The address at which its owner is set up. */
  firstStart(): string {
    return /^set up the owner: (.*)$/m.exec(this.said)?.[1] ?? ''
  }
}
