/** The content of a demonstration: the same on both dialects, whoever runs the other jobs. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { bootstrap } from '../../src/app/bootstrap.ts'
import { buildService } from '../../src/app/service.ts'
import { readConfig } from '../../src/platform/config/index.ts'
import { createVault } from '../../src/platform/identity/index.ts'
import { createWorkers } from '../../src/platform/jobs/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { type Dialect, type Store, migrate } from '../../src/platform/storage/index.ts'
import { cleanUp } from '../support/clean-up.ts'
import { createDatabase } from '../support/postgres.ts'
import { workerEntry } from '../support/service.ts'
import { dialects, openEmptyStore, temporaryDirectory, testSecret } from '../support/store.ts'
import { svc } from './commands/command-line.ts'

/**
 * Rows of these depend on time, on what housekeeping did meanwhile, or on the dialect: repeated uploads are noted
 * in the audit log once in a while, and a list returns its credits in as many parts as it was worked on.
 */
const varying =
  /^(audit_|credit_ledger|job_|jobs$|rate_counters|request_log|search_|settings$|svc_migrations|template_search|webhook_slots|verified_addresses|sqlite_)/

interface Seeded {
  store: Store
  outcome: Awaited<ReturnType<typeof svc>>
}

/** Seeds beside a server that runs jobs too, and that does not reach the receivers on loopback. */
async function seedBesideServer(dialect: Dialect): Promise<Seeded> {
  const dataDir = temporaryDirectory()
  const url = dialect === 'postgres' ? await createDatabase() : undefined
  const store = await openEmptyStore({ dataDir, ...(url === undefined ? {} : { url }) })
  await migrate(store)
  const environment = { SVC_DATA_DIR: dataDir, SVC_SECRET: testSecret }
  const config = { ...readConfig({ environment }), secret: testSecret }
  await bootstrap(store, createVault(testSecret), config)
  const workers = createWorkers({ entry: workerEntry })
  cleanUp(() => workers.close())
  const service = await buildService({ config, store, log: createLog('error'), workers })
  cleanUp(() => service.close())
  writeFileSync(join(dataDir, 'secret'), testSecret)
  const where = ['--data-dir', dataDir, ...(url === undefined ? [] : ['--database-url', url])]
  return { store, outcome: await svc(['seed', '--demo', ...where]) }
}

async function countRows({ read, dialect }: Store): Promise<Record<string, number>> {
  const names = await read.rows<{ name: string }>(
    dialect === 'sqlite'
      ? sql`select name from sqlite_master where type = 'table' order by name`
      : sql`select table_name as name from information_schema.tables where table_schema = 'public' order by table_name`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of names.filter((each) => !varying.test(each.name))) {
    const [row] = await read.rows<{ count: number }>(sql`select count(*) as count from ${sql.identifier(name)}`)
    counts[name] = Number(row?.count)
  }
  return counts
}

async function listActions({ read }: Store): Promise<string[]> {
  const rows = await read.rows<{ action: string }>(sql`select distinct action from audit_log order by action`)
  return rows.map(({ action }) => action)
}

async function listAttempts({ read }: Store): Promise<string[]> {
  const { webhookDeliveries } = read.tables
  const rows = await read.select().from(webhookDeliveries)
  return rows.flatMap(({ attempts, type }) =>
    attempts.map(({ error, status_code: status }) => `${type} ${status ?? error}`),
  )
}

describe('svc seed --demo', () => {
  const seeded = new Map<Dialect, Seeded>()

  beforeAll(async () => {
    for (const dialect of dialects) seeded.set(dialect, await seedBesideServer(dialect))
  })

  function find(dialect: Dialect): Seeded {
    const found = seeded.get(dialect)
    if (found === undefined) throw new Error(`Nothing was seeded on ${dialect}`)
    return found
  }

  for (const dialect of dialects)
    test(`fills the project on ${dialect}, and every delivery reached its receiver`, async () => {
      const { outcome, store } = find(dialect)
      expect([outcome.code, outcome.err]).toEqual([0, ''])
      const attempts = await listAttempts(store)
      expect([...new Set(attempts)].sort()).toEqual([
        'export.completed 503',
        'template.created 204',
        'template.updated 204',
        'verification.batch.completed 204',
      ])
      const paused = await store.read.select().from(store.read.tables.jobPartitions)
      expect(paused.filter(({ kind }) => kind === 'webhooks.deliver')).toEqual([])
    })

  test('writes the same number of rows to every table on both', async () => {
    const [sqlite, postgres] = [await countRows(find('sqlite').store), await countRows(find('postgres').store)]
    expect(postgres).toEqual(sqlite)
    expect(await listActions(find('postgres').store)).toEqual(await listActions(find('sqlite').store))
    expect(sqlite).toMatchObject({ templates: 26, folders: 7, assets: 8, exports: 3, webhooks: 3, dmarc_reports: 270 })
  })
})
