/**
 * A throw-away Postgres server for one test run. All processes of the run (`bun test --parallel` has several) share it; a
 * watchdog stops it and removes its files when the run ends, however it ends.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cleanUp } from './clean-up.ts'
import { type Cluster, startCluster } from './postgres-cluster.ts'

/** Fast and small; what a crash of the machine would take is of no worth to a test. */
const forTests = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=32MB',
  'max_connections=800',
]

/** The process that represents the run: the coordinator of parallel workers, or this one. */
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
  for (let waitedMs = 0; waitedMs < 120_000; waitedMs += 20) {
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

/** Makes the directory; false when someone else of the run has. */
function makeDirectory(): boolean {
  try {
    mkdirSync(directory, { mode: 0o700 })
    return true
  } catch (error) {
    if ((error as { code?: string }).code === 'EEXIST') return false
    throw error
  }
}

// Others use its directory: one connection that did not come about is no reason to take it from them.
async function answers(address: string): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    if (await answersNow(address)) return true
    await Bun.sleep(250)
  }
  return false
}

async function answersNow(address: string): Promise<boolean> {
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
    const { address } = await startCluster({ directory, settings, owner })
    writeFileSync(`${addressFile}.new`, address)
    renameSync(`${addressFile}.new`, addressFile)
    return address
  } catch (error) {
    rmSync(directory, { recursive: true, force: true })
    throw error
  }
}

/**
 * A server of this test's own, which it may stop and start; as durable as an installation's. It is gone after the last test
 * of the process.
 */
export async function ownPostgresServer(): Promise<Cluster> {
  const place = mkdtempSync(join(tmpdir(), 'svc-postgres-own-'))
  const cluster = await startCluster({ directory: place, settings: ['shared_buffers=32MB'], owner })
  cleanUp(async () => {
    await cluster.stopAtOnce().catch(() => undefined)
    rmSync(place, { recursive: true, force: true })
  })
  return cluster
}
