/** A kill -9 in the middle of an intake leaves the totals right, and the report can be sent again. */
import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { createId } from '../../../src/kernel/ids/index.ts'
import { migrate, openStore, underLocks } from '../../../src/platform/storage/index.ts'
import { createVault } from '../../../src/platform/identity/index.ts'
import { openBlobs } from '../../../src/platform/blobs/index.ts'
import { createCompany, createProject } from '../../../src/surfaces/projects/index.ts'
import { createAuditKeys, useAuditKeys } from '../../../src/platform/audit/index.ts'
import { expireReports } from '../../../src/surfaces/dmarc/reports/index.ts'
import { createRandom } from '../../support/random.ts'
import { temporaryDirectory, testSecret } from '../../support/store.ts'
import { expectSums } from './sums.ts'
import { writeReport } from './write-report.ts'

const rounds = 12
const seed = Number(process.env.SVC_TEST_SEED ?? 1)

async function openAgain(dataDir: string) {
  const store = await openStore({ dataDir, exclusive: true })
  useAuditKeys(store.read, createAuditKeys([testSecret]))
  return store
}

/** Kills the child after so many turns of its event loop; returns the status of the report if it was faster. */
async function ingestUntil(turns: number, child: readonly string[]): Promise<string | undefined> {
  const run = Bun.spawn([process.execPath, join(import.meta.dir, 'children/ingest.ts'), ...child], { stdout: 'pipe' })
  let output = ''
  for await (const chunk of run.stdout) {
    output += new TextDecoder().decode(chunk)
    if (!run.killed && output.split('\n').length > turns) run.kill('SIGKILL')
  }
  await run.exited
  return /[a-z]+/.exec(output)?.[0]
}

test(`totals are sums of whole reports after a kill -9, in ${rounds} rounds on one file (seed ${seed})`, async () => {
  const random = createRandom(seed)
  const dataDir = temporaryDirectory()
  const first = await openAgain(dataDir)
  await migrate(first)
  const { domainId, projectId } = await first.tx(async (db) => {
    const company = await createCompany(db, { name: 'Crash', plan: 'enterprise' })
    const { project } = await createProject(db, createVault(testSecret), { companyId: company.id, name: 'Crash' })
    const id = createId('domain')
    await db.insert(db.tables.dmarcDomains).values({
      id,
      projectId: project.id,
      domain: 'crash.test',
      token: 'token',
      acceptsFailures: false,
      isEnriched: false,
      rawDays: 30,
      recordDays: 30,
      failureDays: 30,
      status: 'pending',
      dueAt: 0,
      revision: 1,
      factsRevision: 1,
      createdAt: 1,
      updatedAt: 1,
    })
    return { domainId: id, projectId: project.id }
  }, underLocks)
  await first.close()
  const file = join(dataDir, 'report.xml')
  const begin = Math.floor(Date.now() / 86_400_000) * 86_400 - 86_400
  const records = (count: number) =>
    Array.from({ length: 12_000 }, (_, index) => ({ ip: `10.${index >> 8}.${index & 255}.1`, count, dkim: true }))
  for (let round = 0; round < rounds; round++) {
    // Every second round replaces the report.
    const xml = writeReport({ domain: 'crash.test', id: 'r', begin, records: records(1 + (round % 2)) })
    await Bun.write(file, xml)
    const status = await ingestUntil(1 + random.integer(60), [dataDir, projectId, file])
    const store = await openAgain(dataDir)
    await expectSums(store, domainId)
    const [total] = await store.read.rows<{ messages: number | null }>(
      sql`select sum(messages) as messages from dmarc_days`,
    )
    expect([null, 12_000, 24_000]).toContain(total?.messages ?? null)
    if (status !== undefined) expect(['accepted', 'duplicate', 'replaced']).toContain(status)
    await store.close()
  }
  expect(['accepted', 'duplicate', 'replaced']).toContain((await ingestUntil(1e9, [dataDir, projectId, file])) ?? '')
  const last = await openAgain(dataDir)
  await expectSums(last, domainId)
  const nowMs = last.read.nowMs() + 24 * 3_600_000
  const blobs = openBlobs(join(dataDir, 'blobs'))
  await expireReports({ store: last, blobs }, { nowMs, signal: new AbortController().signal })
  const left = await last.read.rows<{ n: number }>(sql`select count(*) as n from dmarc_reports`)
  expect(left[0]?.n).toBe(1)
  await expectSums(last, domainId)
  await last.close()
})
