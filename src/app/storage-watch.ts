import { statfsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { limits } from '../kernel/limits.ts'
import type { Log } from '../platform/log/index.ts'
import type { Metrics } from '../platform/metrics/index.ts'
import type { Store, StoreSizes } from '../platform/storage/index.ts'
import { type FileProblem, type FileStore, findFileProblem } from './file-store.ts'

const measureMs = 15_000
/** Maximum number of problems quoted in the log and by `/readyz`. */
const quoted = 100

/** Returns problems as sentences, an empty list for an intact database, undefined if the check timed out. */
export type CheckDatabase = (signal: AbortSignal) => Promise<string[] | undefined>

/** Monitors the database and its disk. */
export interface StorageWatch {
  /** Problem of the database and its remedy; undefined if none is known. */
  damage(): string | undefined
  /** Result of the last file check; waits only for the first one. */
  fileProblem(): Promise<FileProblem | undefined>
  close(): void
}

export interface StorageWatchDeps {
  store: Store
  log: Log
  metrics: Metrics
  /** No checks if undefined. */
  checkDatabase?: CheckDatabase | undefined
  files: FileStore
}

/**
 * Measures connections, sizes and free space, checks every 15 seconds that files are usable, independent of health requests,
 * and checks a SQLite database for damage at once and every `limits.databaseCheckHours`.
 */
export function watchStorage({ store, log, metrics, checkDatabase, files }: StorageWatchDeps): StorageWatch {
  const stop = new AbortController()
  let problems: readonly string[] = []
  let sizes: StoreSizes = { databaseBytes: 0, walBytes: 0 }
  let answers = 1

  async function check(): Promise<void> {
    const found = await checkDatabase?.(stop.signal)
    if (stop.signal.aborted) return
    if (found === undefined) return log.warn(`The database check timed out; run svc storage check`)
    problems = found
    if (found.length > 0) log.error(remedy, { problems: found.slice(0, quoted) })
  }

  let fileProblem: FileProblem | undefined
  let isChecking = false

  async function checkFiles(): Promise<void> {
    // A bucket may take longer to respond than the interval.
    if (isChecking) return
    isChecking = true
    try {
      const found = await findFileProblem(store, files)
      if (stop.signal.aborted) return
      if (found !== undefined && found.detail !== fileProblem?.detail) log.error(found.detail)
      if (found === undefined && fileProblem !== undefined) log.info('file store available again')
      fileProblem = found
    } catch (error) {
      // The database did not respond, which is reported elsewhere; the state of the files is unchanged.
      log.debug('file store check failed', { error })
    } finally {
      isChecking = false
    }
  }

  async function measure(): Promise<void> {
    answers = await store.ping().then(
      () => 1,
      () => 0,
    )
    sizes = await store.sizes()
  }

  const attempt = () => void measure().catch(() => undefined)
  const firstCheck = checkFiles()
  const timers = [setInterval(attempt, measureMs), setInterval(() => void checkFiles(), measureMs)]
  if (checkDatabase !== undefined && store.dialect === 'sqlite') {
    const checkLogged = () => void check().catch((error: unknown) => log.warn('database check failed', { error }))
    timers.push(setInterval(checkLogged, limits.databaseCheckHours * 3_600_000))
    checkLogged()
  }
  for (const timer of timers) timer.unref()
  attempt()

  metrics.gauge('svc_database_ready', 'Whether the database responds and is writable.', () => answers)
  metrics.gauge('svc_files_ready', 'Whether stored files can be read and written, and belong to the database.', () =>
    fileProblem === undefined ? 1 : 0,
  )
  metrics.gauge('svc_database_size_bytes', 'Size of the database in bytes.', () => sizes.databaseBytes)
  metrics.gauge('svc_disk_free_bytes', 'Free space on the disk of the data directory in bytes.', () =>
    freeBytes(store.dataDir),
  )
  if (store.dialect === 'sqlite') {
    metrics.gauge('svc_database_wal_bytes', 'Size of the write-ahead log of SQLite in bytes.', () => sizes.walBytes)
    metrics.gauge('svc_database_problems', 'Problems that the last check of the database found.', () => problems.length)
  } else {
    const help = 'Connections to Postgres for work.'
    for (const [state, member] of [
      ['in_use', 'inUse'],
      ['idle', 'idle'],
    ] as const)
      metrics.gauge('svc_database_connections', help, () => store.poolUse()?.[member] ?? 0, { state })
    const waiting = () => store.poolUse()?.waiting ?? 0
    metrics.gauge('svc_database_connections_waiting', 'Calls that wait for a connection to Postgres.', waiting)
  }

  return {
    damage: () => (problems.length === 0 ? undefined : `${remedy} ${problems.slice(0, quoted).join('; ')}`),
    async fileProblem() {
      await firstCheck
      return fileProblem
    },
    close() {
      stop.abort()
      for (const timer of timers) clearInterval(timer)
    },
  }
}

const remedy =
  'The database is damaged. Stop the service and replace svc.db with a copy from backups/ or your own backup; sqlite3 .recover saves what is readable.'

/**
 * Checks the SQLite database in a low-priority process that ends after `limits.databaseCheckSeconds`. `executable` is the
 * command line of this program.
 */
export function checkInProcess(executable: readonly string[], dataDir: string): CheckDatabase {
  return async (signal) => {
    const child = Bun.spawn([...executable, 'storage', 'check', '--json', '--data-dir', dataDir], {
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'ignore',
      signal,
      timeout: limits.databaseCheckSeconds * 1000,
      killSignal: 'SIGKILL',
    })
    try {
      setPriority(child.pid, 19)
    } catch {
      // The process has ended, or the system does not permit it.
    }
    child.unref()
    const text = await new Response(child.stdout).text()
    await child.exited
    if (child.signalCode !== null || text === '') return undefined
    return (JSON.parse(text) as { problems: string[] }).problems
  }
}

/** Free space of the disk of a folder; 0 if it cannot be measured. */
export function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}
