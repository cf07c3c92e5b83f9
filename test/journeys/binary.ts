/** The compiled executable as a user has it: its own process, an empty directory, a port. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cleanUp } from '../support/clean-up.ts'
import { freePort } from '../support/free-port.ts'
import { temporaryDirectory } from '../support/store.ts'

const executable = join(import.meta.dir, '../../dist', process.platform === 'win32' ? 'svc.exe' : 'svc')

export interface Running {
  url: string
  dataDir: string
  printed: string
  apiKey: string | undefined
  setupUrl: string | undefined
  /** The log so far. */
  log(): string
  /** Resolves once the log holds the text, or the process has ended. */
  logged(text: string): Promise<void>
  signal(name: NodeJS.Signals): void
  /** Asks it to stop and gives the exit code. */
  stop(): Promise<number>
  exited: Promise<number>
}

/** Runs one command of the executable to its end, in an empty directory unless another is given. */
export async function runBinary(
  words: readonly string[],
  cwd: string = temporaryDirectory(),
  environment: Record<string, string> = {},
) {
  const child = Bun.spawn([builtExecutable(), ...words], {
    cwd,
    env: { ...bareEnvironment(), ...environment },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [code, out, err] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  return { code, out, err }
}

export interface Start {
  dataDir?: string
  /** A free one unless given. */
  port?: number
  environment?: Record<string, string>
}

/** Starts the service and resolves once it answers. Fails with its output when it ends before. */
export async function startBinary({ port, ...options }: Start = {}): Promise<Running> {
  if (port !== undefined) return startOn(port, options)
  for (let attempt = 1; ; attempt++)
    try {
      return await startOn(freePort(), options)
    } catch (error) {
      // Someone else was quicker; a few times by chance.
      if (attempt === 3 || !String(error).includes('is in use')) throw error
    }
}

async function startOn(port: number, options: Omit<Start, 'port'>): Promise<Running> {
  const cwd = temporaryDirectory()
  const dataDir = options.dataDir ?? join(cwd, 'data')
  const child = Bun.spawn([builtExecutable(), 'serve', '--port', String(port), '--data-dir', dataDir], {
    cwd,
    env: { ...bareEnvironment(), ...options.environment },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  cleanUp(() => child.kill('SIGKILL'))
  let printed = ''
  let log = ''
  const waiting: { text: string; resolve: () => void }[] = []
  const logged = (text: string) =>
    log.includes(text) ? Promise.resolve() : new Promise<void>((resolve) => void waiting.push({ text, resolve }))
  const ended = [
    follow(child.stdout, (text) => (printed += text)),
    follow(child.stderr, (text) => {
      log += text
      for (const each of waiting) if (log.includes(each.text)) each.resolve()
    }),
  ]
  await Promise.race([logged('"listening"'), child.exited])
  if (!log.includes('"listening"')) {
    await Promise.all(ended)
    throw new Error(`svc serve ended with ${child.exitCode}: ${printed}${log}`)
  }
  const word = (name: string) => new RegExp(`^${name} +(\\S+)$`, 'm').exec(printed)?.[1]
  return {
    url: `http://localhost:${port}`,
    dataDir,
    printed,
    apiKey: word('API key'),
    setupUrl: word('First account'),
    log: () => log,
    logged: (text) => Promise.race([logged(text), child.exited.then(() => undefined)]),
    signal: (name) => child.kill(name),
    async stop() {
      child.kill('SIGTERM')
      return child.exited
    },
    exited: child.exited,
  }
}

async function follow(stream: ReadableStream<Uint8Array>, take: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder()
  for await (const chunk of stream) take(decoder.decode(chunk, { stream: true }))
}

/** Where the build puts it. */
export function builtExecutable(): string {
  if (!existsSync(executable)) throw new Error('dist/svc is missing: run npm run build')
  return executable
}

/** No settings of the machine that runs the tests, and a home and temporary directory that do not exist. */
function bareEnvironment(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', TMPDIR: '/nonexistent' }
}
