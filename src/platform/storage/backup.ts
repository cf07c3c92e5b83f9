import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Store } from './db.ts'

const kept = 3
const backupName = /^svc-\d{4}_[a-z0-9_]+-\d{8}T\d{9}Z\.db$/

/** Copies the database to `backups/svc-<last migration>-<time>.db` and keeps the three newest copies. */
export async function backUpBeforeMigrating(store: Store, lastMigration: string): Promise<void> {
  const directory = join(store.dataDir, 'backups')
  mkdirSync(directory, { recursive: true })
  const time = new Date().toISOString().replaceAll(/[-:.]/g, '')
  await store.backup(join(directory, `svc-${lastMigration}-${time}.db`))
  const timeOf = (file: string) => file.slice(file.lastIndexOf('-'))
  // What a crash left unfinished.
  for (const file of readdirSync(directory))
    if (file.endsWith('.partial')) rmSync(join(directory, file), { force: true })
  const copies = readdirSync(directory)
    .filter((file) => backupName.test(file))
    .sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1))
  for (const file of copies.slice(kept)) rmSync(join(directory, file), { force: true })
}
