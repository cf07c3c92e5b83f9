import { type Store, listBackups, migrationStatus } from '../../platform/storage/index.ts'
import type { FileProblem } from '../file-store.ts'
import { freeBytes } from '../storage-watch.ts'
import { instant } from './instant.ts'
import type { StorageReport } from './contract.ts'

export interface StorageDeps {
  store: Store
  /** Name of the place of the files, such as a directory or a bucket. */
  fileStoreName: string
  damage(): string | undefined
  fileProblem(): Promise<FileProblem | undefined>
}

/** Sizes, free space, known problems, the schema, and the copies that the service makes before migrations. */
export async function reportStorage({
  damage,
  fileProblem,
  fileStoreName,
  store,
}: StorageDeps): Promise<StorageReport> {
  const [{ databaseBytes, walBytes }, { migrations }] = [await store.sizes(), await migrationStatus(store)]
  const applied = migrations.filter(({ appliedAt }) => appliedAt !== null)
  const last = applied.at(-1)
  const problems = [damage(), (await fileProblem())?.detail].filter((problem) => problem !== undefined)
  return {
    database: store.dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL',
    data_dir: store.dataDir,
    database_bytes: databaseBytes,
    wal_bytes: store.dialect === 'sqlite' ? walBytes : null,
    free_bytes: freeBytes(store.dataDir),
    files: fileStoreName,
    problems,
    migrations: applied.length,
    last_migration: last === undefined ? null : { name: last.name, applied_at: instant(last.appliedAt ?? 0) },
    backups: (await listBackups(store)).map(({ bytes, createdAt, name }) => ({
      name,
      bytes,
      created_at: instant(createdAt),
    })),
  }
}
