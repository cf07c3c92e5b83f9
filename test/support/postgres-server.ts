/**
 * A throw-away Postgres server for one test run. All processes of the run (`bun test --parallel` has several, and each
 * test file its own modules) share it; a watchdog stops it and removes its files when the run ends, however it ends.
 */
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresBinaries } from './postgres-binaries.ts'

const nobody = 65534

/** Fast and small; what a crash of the machine would take is of no worth to a test. */
const forTests = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=32MB',
  'max_connections=800',
]

/** The process that stands for the run: the coordinator of parallel workers, or this one. */
const owner = process.env.BUN_TEST_WORKER_ID === undefined ? process.pid : process.ppid
const directory = join(tmpdir(), `svc-postgres-${owner}`)
const addressFile = join(directory, 'address')

let running: Promise<string> | undefined

/**
 * The address of the server without a database name: `postgres://postgres@127.0.0.1:port`. Starts it at the first call,
 * with these settings.
 */
export function postgresServer(settings: readonly string[] = forTests): Promise<string> {
  running ??= shareOrStart(settings)
  return running
}

async function shareOrStart(settings: readonly string[]): Promise<string> {
  for (let waitedMs = 0; waitedMs < 30_000; waitedMs += 20) {
    if (makeDirectory()) return start(settings)
    if (existsSync(addressFile)) {
      const address = readFileSync(addressFile, 'utf8')
      if (await answers(address)) return address
      // Left by an earlier process of the same number.
      rmSync(directory, { recursive: true, force: true })
    }
    await Bun.sleep(20)
  }
  throw new Error(`Another process of this run did not get Postgres started in ${directory}.`)
}

/** Makes the directory; false when somebody else of the run has. */
function makeDirectory(): boolean {
  try {
    mkdirSync(directory, { mode: 0o700 })
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false
    throw error
  }
}

async function answers(address: string): Promise<boolean> {
  const client = new Bun.SQL({ url: `${address}/postgres`, max: 1 })
  try {
    await client`select 1`
    return true
  } catch {
    return false
  } finally {
    await client.close()
  }
}

async function start(settings: readonly string[]): Promise<string> {
  try {
    const address = await startServer(postgresBinaries(), settings)
    writeFileSync(`${addressFile}.new`, address)
    renameSync(`${addressFile}.new`, addressFile)
    return address
  } catch (error) {
    rmSync(directory, { recursive: true, force: true })
    throw error
  }
}

async function startServer(binaries: string, settings: readonly string[]): Promise<string> {
  const data = join(directory, 'data')
  // Postgres refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if ('uid' in user) chownSync(directory, nobody, nobody)
  const options = { ...user, cwd: directory, env: { PATH: process.env.PATH ?? '', HOME: directory, TZ: 'UTC' } }
  const init = Bun.spawnSync(
    [join(binaries, 'initdb'), '-D', data, ...'-U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync'.split(' ')],
    options,
  )
  if (init.exitCode !== 0) throw new Error(`initdb failed: ${init.stderr}`)
  for (let attempt = 1; ; attempt++) {
    const port = freePort()
    const place = ['-D', data, '-h', '127.0.0.1', '-k', directory, '-p', `${port}`]
    const flags = settings.flatMap((setting) => ['-c', setting])
    const complaint = await launch([join(binaries, 'postgres'), ...place, ...flags], options)
    if (complaint === undefined) return `postgres://postgres@127.0.0.1:${port}`
    if (attempt === 3) throw new Error(`Postgres did not start: ${complaint}`)
  }
}

// Twice in the background, for Bun ends the processes that a test file has started with the file. It runs as the server's
// user, who may not signal the owner but may see whether it is there.
const watchdog = `owner=$1; directory=$2; shift 2
running() { [ -d /proc/$owner ] || ps -p $owner; }
(
  "$@" & server=$!
  while kill -0 $server && running; do sleep 0.3; done >/dev/null 2>&1
  kill -INT $server; wait $server
  running >/dev/null 2>&1 || rm -rf "$directory"
) &`

/** Starts the server under its watchdog; gives what it complained of, undefined when it is ready. */
async function launch(command: string[], options: { cwd: string }): Promise<string | undefined> {
  const log = join(directory, `log-${crypto.randomUUID()}`)
  const { exited } = Bun.spawn(['sh', '-c', watchdog, 'sh', `${owner}`, directory, ...command], {
    ...options,
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: Bun.file(log),
  })
  await exited
  for (let waitedMs = 0; waitedMs < 30_000; waitedMs += 10) {
    const output = existsSync(log) ? readFileSync(log, 'utf8') : ''
    if (output.includes('ready to accept connections')) return undefined
    if (output.includes('FATAL')) return output
    await Bun.sleep(10)
  }
  return 'it took longer than 30 seconds'
}

function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } })
  const { port } = probe
  probe.stop(true)
  return port
}
