/**
 * Classified mail that is kept while reports arrive equals mail that is read anew: after any order of intake, replacement,
 * deletion, classification and expiry of records, also while reports are counted.
 */
import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { openBlobs } from '../../../src/platform/blobs/index.ts'
import { selectByName } from '../../../src/surfaces/dmarc/domains/index.ts'
import { expireReports } from '../../../src/surfaces/dmarc/reports/index.ts'
import { classifyDomain, type ClassifiedMail } from '../../../src/surfaces/dmarc/sources/classified.ts'
import { DomainClasses } from '../../../src/surfaces/dmarc/sources/index.ts'
import { createRandom } from '../../support/random.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects, temporaryDirectory } from '../../support/store.ts'
import { type ReportRecord, writeReport } from './write-report.ts'

const today = Math.floor(Date.now() / 86_400_000)
const domain = 'kept.test'

/** In any order: rows of one day have none. */
function plain({ classified, failing, parts }: ClassifiedMail): string[][] {
  return [classified, parts, failing].map((rows) => rows.map((row) => JSON.stringify(row)).toSorted())
}

async function readDomain({ projects, store }: TestService) {
  const row = await selectByName(store.read, projects.a, domain)
  if (row === undefined) throw new Error('The domain is missing.')
  return row
}

async function upload(service: TestService, xml: string): Promise<string> {
  const request = new Request('http://localhost/v1/dmarc/reports', {
    method: 'POST',
    headers: { 'svc-api-auth': service.keys.a },
    body: xml,
  })
  const { results } = (await (await service.handle(request)).json()) as {
    results: { id: string; status: string; code?: string }[]
  }
  const [result] = results
  // What has expired is not replaced.
  expect(result?.code ?? result?.status).toMatch(/^(accepted|replaced|duplicate|records_expired)$/)
  return result?.id ?? ''
}

/** All records that are stored now are over; totals stay. */
async function expireRecords({ store }: TestService): Promise<void> {
  const nowMs = Date.now() + 400 * 86_400_000
  const blobs = openBlobs(temporaryDirectory())
  expect(await expireReports({ store, blobs }, { nowMs, signal: new AbortController().signal })).toBeGreaterThan(0)
  expect(await store.read.rows(sql`select 1 from dmarc_records limit 1`)).toEqual([])
}

for (const dialect of dialects) {
  describe(dialect, () => {
    test('kept sums equal a new reading', async () => {
      const service = await startService({ dialect, environment: { SVC_RUN_JOBS: 'false' } })
      const random = createRandom(22)
      const { id } = (await ask(service, { call: 'POST /v1/dmarc/domains', send: { domain } })).body as { id: string }
      const kept = new DomainClasses()
      const record = (): ReportRecord => ({
        ip: `192.0.2.${1 + random.integer(6)}`,
        count: 1 + random.integer(9),
        dkim: random.integer(3) > 0,
        spf: random.integer(2) > 0,
        ...(random.integer(3) === 0 ? { signer: 'esp.test' } : {}),
      })
      const reports: { id: string; offset: number; days: number }[] = []
      const add = async (number: number) => {
        const offset = random.integer(3) === 0 ? random.integer(12) : random.integer(360)
        const days = random.integer(4) === 0 ? 3 : 1
        const records = Array.from({ length: 1 + random.integer(5) }, record)
        const begin = (today - offset) * 86_400
        const xml = writeReport({ domain, id: `r${number}`, begin, end: begin + days * 86_400 - 1, records })
        reports.push({ id: await upload(service, xml), offset, days })
      }
      const read = (days: number) =>
        readDomain(service).then((row) =>
          kept.read(service.store.read, row, { fromDay: today - days + 1, toDay: today }),
        )
      const compare = async () => {
        const row = await readDomain(service)
        for (const days of [30, 90, 365]) {
          const range = { fromDay: today - days + 1, toDay: today }
          expect(plain(await kept.read(service.store.read, row, range))).toEqual(
            plain(await classifyDomain(service.store.read, row, range)),
          )
        }
      }
      let isPastUsed = false
      for (let step = 0; step < 24; step++) {
        const before = (await read(365)).past
        const choice = random.integer(6)
        const some = reports[random.integer(Math.max(1, reports.length))]
        if (step % 10 === 9) await expireRecords(service)
        else if (choice < 3 || some === undefined) await add(step)
        else if (choice === 3) {
          // Under the same identity, with the same totals of its days from other hosts.
          const begin = (today - 40) * 86_400
          const ip = `198.51.100.${1 + random.integer(250)}`
          await upload(service, writeReport({ domain, id: 'again', begin, records: [{ ip, count: 7, dkim: true }] }))
        } else if (choice === 4) {
          await ask(service, { call: `DELETE /v1/dmarc/reports/${some.id}` })
          reports.splice(reports.indexOf(some), 1)
        } else
          await ask(service, {
            call: `PUT /v1/dmarc/domains/${id}/sources/192.0.2.${1 + random.integer(6)}`,
            send: { class: random.pick(['own', 'threat', 'forwarder']) },
          })
        await compare()
        const after = (await read(365)).past
        isPastUsed ||= before !== undefined && before === after
      }
      expect(isPastUsed).toBe(true)
      // Readings while reports are counted keep nothing that a later one would take for current.
      await Promise.all(
        Array.from({ length: 6 }, async (_, index) => {
          await add(100 + index)
          await read(365)
        }),
      )
      await compare()
    }, 120_000)
  })
}
