import { describe, expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  type AggregateRecord,
  type Authentication,
  type RecordBatch,
  type ReportEvent,
  createDelivery,
} from '../../../src/deliverability/reports/index.ts'
import { createWorkers, movable } from '../../../src/platform/jobs/index.ts'
import { serviceWork } from '../../../src/platform/scheduling/index.ts'
import { createReport, writeXml } from '../../deliverability/reports/random-report.ts'
import { now, readAll } from '../../deliverability/reports/read-all.ts'
import { cleanUp } from '../../support/clean-up.ts'
import { createRandom } from '../../support/random.ts'
import { temporaryDirectory } from '../../support/store.ts'

const entry = new URL('../../../src/app/worker.ts', import.meta.url).href

function open() {
  const workers = createWorkers({ entry, size: 1 })
  cleanUp(() => workers.close())
  return workers.forCaller(serviceWork)
}

const nothing = () => undefined
const ignoring = { begin: nothing, batch: nothing, end: nothing, failure: nothing, tls: nothing, rejected: nothing }
function collectInto(records: AggregateRecord[]): (batch: RecordBatch) => void {
  let known: Authentication[] = []
  return ({ added, isFresh, rows }) => {
    known = isFresh ? [...added] : [...known, ...added]
    for (const [row, number] of rows) records.push({ ...row, ...(known[number] as Authentication) })
  }
}

const random = createRandom(9)
const xml = new TextEncoder().encode(writeXml(createReport(random, 3000), random))

describe('reading reports in a thread', () => {
  test('refers to no authentication of an earlier report', async () => {
    const batches: RecordBatch[] = []
    const deliver = createDelivery({ ...ignoring, batch: (batch) => void batches.push(batch) })
    const text = new TextDecoder().decode(xml)
    const both = new TextEncoder().encode(text + text.slice(text.indexOf('<', text.indexOf('?>'))))
    await open().runEmitting('readReports', { input: both, now }, (event) => {
      if ((event as ReportEvent).kind === 'begin') batches.length = 0
      return deliver(event as ReportEvent)
    })
    expect(batches.length).toBeGreaterThan(0)
    expect(batches.map(({ isFresh }) => isFresh)).toEqual(batches.map((_, index) => index === 0))
    expect(batches.flatMap(({ added }) => added).length).toBeGreaterThan(0)
  })

  test('emits what a sink would receive, from bytes and from a file', async () => {
    const here = await readAll(xml)
    const folder = temporaryDirectory()
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'r.xml.gz'), gzipSync(xml))
    for (const input of [movable(new Uint8Array(gzipSync(xml))), { path: join(folder, 'r.xml.gz') }]) {
      const events: ReportEvent[] = []
      await open().runEmitting('readReports', { input, now }, (event) => void events.push(event as ReportEvent))
      const records: AggregateRecord[] = []
      const deliver = createDelivery({ ...ignoring, batch: collectInto(records) })
      for (const event of events) await deliver(event)
      expect(events.map(({ kind }) => kind)).toEqual([
        'begin',
        ...events.slice(1, -1).map(() => 'records' as const),
        'end',
      ])
      expect(records).toEqual(here.aggregate[0]?.records ?? [])
      expect(events.at(-1)).toMatchObject({ summary: here.aggregate[0]?.summary })
    }
  })

  test('is not ahead of its caller by more than a batch', async () => {
    const consumed: string[] = []
    let pending = 0
    await open().runEmitting('readReports', { input: xml, now }, async (event) => {
      expect(++pending).toBe(1)
      await new Promise((resolve) => setImmediate(resolve))
      pending--
      consumed.push((event as ReportEvent).kind)
    })
    expect(consumed.length).toBeGreaterThan(5)
    expect(consumed.at(-1)).toBe('end')
  })

  test('ends with the error of its caller, and the next has a thread', async () => {
    const workers = open()
    const failing = workers.runEmitting('readReports', { input: xml, now }, () => {
      throw new Error('the database is full')
    })
    expect(await failing.catch((error: Error) => error.message)).toBe('the database is full')
    const rejected: unknown[] = []
    const deliver = createDelivery({ ...ignoring, rejected: ({ code }) => void rejected.push(code) })
    await workers.runEmitting('readReports', { input: new TextEncoder().encode('unused'), now }, (event) =>
      deliver(event as ReportEvent),
    )
    expect(rejected).toEqual(['not_a_report'])
  })
})
