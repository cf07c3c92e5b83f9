/** One Postgres server in a directory of its own: made, started, stopped at once, and started again where it was. */
import { chownSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { executableByAll, postgresBinaries } from './postgres-binaries.ts'

const nobody = 65534
const timeoutMs = 120_000

export interface Cluster {
  /** Without a database name: `postgres://postgres@127.0.0.1:port`; the same after every start. */
  address: string
  /** Resolves when connections are accepted. */
  start(): Promise<void>
  /** Stops it the way a crash does: nobody is waited for, nothing is written that was not. */
  stopAtOnce(): Promise<void>
}

export interface ClusterPlace {
  /** Empty, and of nobody else. */
  directory: string
  /** `name=value`, as in postgresql.conf. */
  settings: readonly string[]
  /** When this process is gone the server stops, and the directory goes. */
  owner: number
}

/** Makes a cluster in the directory and starts it. */
export async function startCluster({ directory, settings, owner }: ClusterPlace): Promise<Cluster> {
  const data = join(directory, 'data')
  // Postgres refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  if ('uid' in user) chownSync(directory, nobody, nobody)
  const binaries = 'uid' in user ? executableByAll(postgresBinaries(), directory) : postgresBinaries()
  const options = { ...user, cwd: directory, env: { PATH: process.env.PATH ?? '', HOME: directory, TZ: 'UTC' } }
  const init = Bun.spawnSync(
    [join(binaries, 'initdb'), '-D', data, ...'-U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync'.split(' ')],
    options,
  )
  if (init.exitCode !== 0) throw new Error(`initdb failed: ${init.stderr}`)
  const flags = settings.flatMap((setting) => ['-c', setting])
  const launchOn = (port: number) =>
    launch(
      owner,
      [join(binaries, 'postgres'), '-D', data, '-h', '127.0.0.1', '-k', directory, '-p', `${port}`, ...flags],
      options,
    )
  const port = await onFreePort(launchOn)
  return {
    address: `postgres://postgres@127.0.0.1:${port}`,
    async start() {
      const complaint = await launchOn(port)
      if (complaint !== undefined) throw new Error(`Postgres did not start again: ${complaint}`)
    },
    async stopAtOnce() {
      const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGQUIT')
      await untilGone(Number(pid))
    },
  }
}

async function onFreePort(launchOn: (port: number) => Promise<string | undefined>): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = freePort()
    const complaint = await launchOn(port)
    if (complaint === undefined) return port
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
  kill -INT $server 2>/dev/null; wait $server
  running >/dev/null 2>&1 || rm -rf "$directory"
) &`

/** Starts the server under its watchdog; gives what it complained of, undefined when it is ready. */
async function launch(owner: number, command: string[], options: { cwd: string }): Promise<string | undefined> {
  const log = join(options.cwd, `log-${crypto.randomUUID()}`)
  const { exited } = Bun.spawn(['sh', '-c', watchdog, 'sh', `${owner}`, options.cwd, ...command], {
    ...options,
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: Bun.file(log),
  })
  await exited
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += 10) {
    const output = existsSync(log) ? readFileSync(log, 'utf8') : ''
    if (output.includes('ready to accept connections')) return undefined
    // Whoever asks too early is notified so with the same word.
    if (/FATAL(?!: {2}the database system is)/.test(output)) return output
    await Bun.sleep(10)
  }
  return 'it took longer than two minutes'
}

async function untilGone(pid: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += 10) {
    try {
      process.kill(pid, 0)
    } catch {
      return
    }
    await Bun.sleep(10)
  }
  throw new Error('Postgres did not stop.')
}
