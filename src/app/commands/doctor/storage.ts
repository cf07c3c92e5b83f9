import { existsSync, readdirSync } from 'node:fs'
import type { Config } from '../../../platform/config/index.ts'
import { migrationStatus } from '../../../platform/storage/index.ts'
import { withAnyStore } from '../with-store.ts'
import { type Finding, bad, ok, reason, warn } from './finding.ts'

/** Whether the database answers and has the schema of this version. Nothing is made where there is none yet. */
export async function checkStorage(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Finding> {
  const name = 'storage'
  if (config.databaseUrl === undefined && !hasFiles(config.dataDir))
    return ok(name, 'SQLite; svc serve makes the database at its first start')
  try {
    return await withAnyStore(config, async (store) => {
      await store.ping()
      const { migrations } = await migrationStatus(store)
      const problems = migrations.filter(({ problem }) => problem !== undefined)
      const pending = migrations.filter(({ appliedAt }) => appliedAt === null)
      const kind = store.dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'
      if (problems.length > 0)
        return bad(name, `${kind}; ${problems.map((each) => `${each.name} is ${each.problem}`).join(', ')}`)
      if (pending.length > 0) return warn(name, `${kind}; ${pending.length} migrations pending, svc serve applies them`)
      return ok(name, `${kind} answers; ${migrations.length} migrations applied`)
    })
  } catch (error) {
    return bad(name, reason(error))
  }
}

function hasFiles(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0
}
