import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from './db.ts'

const kept = 3
const backupName = /^svc-\d{4}_[a-z0-9_]+-\d{8}T\d{9}Z\.db$/

export interface Backup {
  name: string
  bytes: number
  /** Epoch milliseconds. */
  createdAt: number
}

/** Copies the database to `backups/svc-<last migration>-<time>.db` and keeps the three newest copies. */
export async function backUpBeforeMigrating(store: Store, lastMigration: string): Promise<void> {
  const directory = folderOf(store)
  mkdirSync(directory, { recursive: true })
  const time = new Date().toISOString().replaceAll(/[-:.]/g, '')
  await store.backup(join(directory, `svc-${lastMigration}-${time}.db`))
  // Incomplete copies of a crash.
  for (const file of readdirSync(directory))
    if (file.endsWith('.partial')) rmSync(join(directory, file), { force: true })
  for (const file of newestFirst(readdirSync(directory)).slice(kept)) rmSync(join(directory, file), { force: true })
}

/** The copies that the service made before migrations, the newest first; none for Postgres. */
export async function listBackups(store: Store): Promise<Backup[]> {
  if (store.dialect !== 'sqlite') return []
  const directory = folderOf(store)
  const names = newestFirst(await readdir(directory).catch(() => []))
  const found = names.map(async (name) => {
    const file = await stat(join(directory, name)).catch(() => undefined)
    return file === undefined ? [] : [{ name, bytes: file.size, createdAt: Math.round(file.mtimeMs) }]
  })
  return (await Promise.all(found)).flat()
}

function folderOf({ dataDir }: Store): string {
  return join(dataDir, 'backups')
}

function newestFirst(names: readonly string[]): string[] {
  const timeOf = (file: string) => file.slice(file.lastIndexOf('-'))
  return names.filter((name) => backupName.test(name)).sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1))
}
