import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../../platform/config/index.ts'
import { checkDatabaseFile, databaseFile, migrationStatus } from '../../../platform/storage/index.ts'
import { compareFiles, mismatch, openFileStore } from '../../file-store.ts'
import { withAnyStore, withStore } from '../with-store.ts'
import { type Finding, bad, ok, reason, warn } from './finding.ts'

/** Checks that the database responds and has the current schema. Does not create it. */
export async function checkStorage(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Finding> {
  const name = 'storage'
  if (config.databaseUrl === undefined && !hasFiles(config.dataDir))
    return ok(name, 'SQLite; svc serve creates the database at its first start')
  try {
    return await withAnyStore(config, async (store) => {
      await store.ping()
      const { migrations } = await migrationStatus(store)
      const problems = migrations.filter(({ problem }) => problem !== undefined)
      const pending = migrations.filter(({ appliedAt }) => appliedAt === null)
      const kind = store.dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'
      if (problems.length > 0)
        return bad(
          name,
          `${kind}; ${problems.map((each) => `${each.name} is ${each.problem}`).join(', ')}`,
          'Run the version of svc that applied the last migration, or a newer one',
        )
      if (pending.length > 0)
        return warn(
          name,
          `${kind}; ${pending.length} migrations pending`,
          'svc serve applies them at its next start, svc migrate right away',
        )
      const damage = store.dialect === 'sqlite' ? findDamage(config.dataDir) : []
      if (damage.length > 0) return bad(name, `${kind}; the database is damaged: ${damage.join('; ')}`, restore)
      if (store.dialect === 'sqlite' && isTooLarge(config.dataDir))
        return ok(name, `${kind} responds; large, so run svc storage check to look for damage`)
      return ok(name, `${kind} responds; ${migrations.length} migrations applied`)
    })
  } catch (error) {
    return bad(name, reason(error), 'Check SVC_DATABASE_URL or SVC_DATA_DIR, and that the database runs')
  }
}

/** Checks that the stored files have the id of the database. Changes nothing. */
export async function checkFiles(config: Pick<Config, 'databaseUrl' | 'dataDir' | 'blobUrl'>): Promise<Finding> {
  const name = 'file store'
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, databaseFile)))
    return ok(name, 'svc serve links it to the database at its first start')
  try {
    const files = openFileStore(config)
    return await withStore(config, async (store) => {
      const match = await compareFiles(store, files)
      if (match === 'other') return bad(name, mismatch(files.name))
      return ok(name, match === 'same' ? 'belongs to this database' : 'svc serve links it to the database')
    })
  } catch (error) {
    return warn(name, `not compared with the database: ${reason(error)}`, 'Correct the storage or the file store first')
  }
}

const restore = 'Stop the service and replace svc.db with a copy from backups/ or your own backup'
/** The pages of a larger file take too long to read for an interactive check, bytes. */
const readAtOnceBytes = 4e9

function isTooLarge(dataDir: string): boolean {
  return (statSync(join(dataDir, databaseFile), { throwIfNoEntry: false })?.size ?? 0) > readAtOnceBytes
}

function findDamage(dataDir: string): string[] {
  return isTooLarge(dataDir) ? [] : checkDatabaseFile(dataDir)
}

function hasFiles(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0
}
