/** The service as a process of its own, for faults that only a process can have. */
import { join } from 'node:path'
import { isBuildStale } from '../../scripts/stale-build.ts'
import { cleanUp } from './clean-up.ts'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

const root = join(import.meta.dir, '../..')
const binary = join(root, 'dist/svc')

export const serverKey = `svc_${'5e'.repeat(24)}`

export interface ServerProcess {
  url: string
  /** Calls the API with the key; JSON in, the response out. */
  call(method: string, path: string, body?: unknown, key?: string): Promise<Response>
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<number>
  /** Stops it where it stands, or lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  errors(): string
}

/**
 * Starts the executable, or the source where that is newer, on a free port; resolves once it answers. With
 * `TEST_CLOCK_AHEAD_MS` in `env` it is the source, with a clock that is ahead by so much.
 */
export async function startServer(dataDir: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  for (let attempt = 1; ; attempt++)
    try {
      return await startOn(freePort(), dataDir, env)
    } catch (error) {
      // Someone else was quicker; a few times by chance.
      if (attempt === 3 || !String(error).includes('is in use')) throw error
    }
}

async function startOn(port: number, dataDir: string, env: Record<string, string>): Promise<ServerProcess> {
  const preload = 'TEST_CLOCK_AHEAD_MS' in env ? ['--preload', join(import.meta.dir, 'shift-clock.ts')] : []
  const isSource = preload.length > 0 || isBuildStale()
  const command = isSource ? [process.execPath, ...preload, join(root, 'src/main.ts')] : [binary]
  const child = Bun.spawn([...command, 'serve'], {
    env: {
      SVC_PORT: String(port),
      SVC_DATA_DIR: dataDir,
      SVC_BOOTSTRAP_API_KEY: serverKey,
      SVC_API_RATE_LIMIT: '1000000/60',
      SVC_LOG: 'error',
      ...env,
    },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  cleanUp(() => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  let errors = ''
  const written = (async () => {
    for await (const chunk of child.stderr.pipeThrough(new TextDecoderStream())) errors += chunk
  })()
  await until(async () => child.exitCode !== null || (await isUp(url)), 'the service')
  if (child.exitCode !== null) {
    await written
    throw new Error(errors)
  }
  return {
    url,
    call: (method, path, body, key = serverKey) =>
      fetch(url + path, {
        method,
        headers: { 'svc-api-auth': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    async kill(signal) {
      child.kill(signal)
      return child.exited
    },
    signal: (signal) => child.kill(signal),
    errors: () => errors,
  }
}

async function isUp(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    (answer) => answer.ok,
    () => false,
  )
}
