/** One process of the service that a scenario may kill, stop and start again. */
import path from 'node:path'
import { freePort } from '../../test/support/free-port.ts'
import { cleanUp } from '../../test/support/clean-up.ts'

const root = path.join(import.meta.dir, '../..')

/** How the service is run: the executable that was built, or its source. */
export const commandOf = (isSource: boolean): string[] =>
  isSource ? [process.execPath, path.join(root, 'src/main.ts')] : [path.join(root, 'dist/svc')]

export interface ReplicaOptions {
  command: readonly string[]
  environment: Record<string, string>
}

const startMs = 60_000

export class Replica {
  /** Lines of its log with the level error, of all its processes. */
  readonly errors: string[] = []
  /** True if a call may get no response, because the process was killed, is stopped or is not ready. */
  isDisturbed = true
  readonly #options: ReplicaOptions
  #child: Bun.Subprocess<'ignore', 'ignore', 'pipe'> | undefined
  #kills = 0
  #port = freePort()

  constructor(options: ReplicaOptions) {
    this.#options = options
  }

  /** How often it was killed or stopped; a call that spans a change may get no response. */
  get kills(): number {
    return this.#kills
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Starts the process and resolves once it is ready. */
  async start(): Promise<void> {
    for (let attempt = 1; ; attempt++)
      try {
        return await this.#launch()
      } catch (error) {
        // Someone else was quicker with the port.
        if (attempt === 3 || !String(error).includes('is in use')) throw error
        this.#port = freePort()
      }
  }

  async #launch(): Promise<void> {
    const { command, environment } = this.#options
    const child = Bun.spawn([...command, 'serve'], {
      env: { ...environment, SVC_PORT: `${this.#port}` },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'pipe',
    })
    this.#child = child
    cleanUp(() => child.kill('SIGKILL'))
    const written = this.#read(child)
    const end = performance.now() + startMs
    while (!(await this.#isReady()) || child.exitCode !== null) {
      if (child.exitCode !== null) {
        await written
        throw new Error(`A replica ended with ${child.exitCode}: ${this.errors.splice(0).join(' ')}`)
      }
      if (performance.now() > end) throw new Error(`A replica was not ready after ${startMs} ms.`)
      await Bun.sleep(20)
    }
    this.isDisturbed = false
  }

  /** Ends the process and resolves with its exit code. */
  async kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number> {
    this.isDisturbed = true
    this.#kills++
    this.#child?.kill(signal)
    return (await this.#child?.exited) ?? 0
  }

  /** Stops the process as a suspended machine does: it keeps its connections and locks. */
  pause(): void {
    this.isDisturbed = true
    this.#kills++
    process.kill(this.pid, 'SIGSTOP')
  }

  resume(): void {
    process.kill(this.pid, 'SIGCONT')
    this.isDisturbed = false
  }

  async #isReady(): Promise<boolean> {
    return fetch(`${this.url}/readyz`, { keepalive: false, signal: AbortSignal.timeout(5000) }).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  async #read(child: Bun.Subprocess<'ignore', 'ignore', 'pipe'>): Promise<void> {
    let rest = ''
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      this.errors.push(...lines.filter((line) => !line.startsWith('{') || line.includes('"level":"error"')))
    }
    if (rest !== '') this.errors.push(rest)
  }
}

/** Runs a command of the service, such as `audit verify`, and gives its exit code and what it printed. */
export async function runCommand(
  { command, environment }: ReplicaOptions,
  words: readonly string[],
): Promise<{ code: number; output: string }> {
  const child = Bun.spawn([...command, ...words], { env: environment, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [out, error] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, output: `${out}${error}`.trim() }
}
