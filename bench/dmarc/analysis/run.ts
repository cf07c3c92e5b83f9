/**
 * Time of every analysis query over the API, with 3 million records of 50 domains over 365 days. Each record has its own row
 * of totals, the worst case. "First": the process has not had the query for the domain; "new": a report of today was uploaded
 * since it last had it. `bun bench/dmarc/analysis/run.ts 10` takes fewer domains, `… 50 postgres` the other database.
 */
import { sql } from 'drizzle-orm'
import { selectByName } from '../../../src/surfaces/dmarc/domains/index.ts'
import { writeReport } from '../../../test/surfaces/dmarc/write-report.ts'
import { ask } from '../../../test/support/scenario.ts'
import { startService } from '../../../test/support/service.ts'
import type { Dialect } from '../../../src/platform/storage/index.ts'
import { percentile } from '../../table.ts'
import { type Bar, printBars } from '../bars.ts'

const domains = Number(process.argv[2] ?? 50)
const dialect = (process.argv[3] ?? 'sqlite') as Dialect
const perDomain = 60_000
const days = 365
const perReport = 164
const rounds = 40
const service = await startService({ dialect, environment: { SVC_RUN_JOBS: 'false' } })
const { store } = service
const today = Math.floor(store.read.nowMs() / 86_400_000)
const isLite = dialect === 'sqlite'
const series = (count: number) =>
  isLite
    ? sql`(with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1}) select i from n) as n`
    : sql`generate_series(0, ${count - 1}::int) as n(i)`
const n = (value: number) => (isLite ? sql`${value}` : sql`${value}::bigint`)

const made: { id: string; no: number; index: number }[] = []
for (let index = 0; index < domains; index++) {
  const name = `domain-${index}.com`
  await ask(service, { call: 'POST /v1/dmarc/domains', send: { domain: name } })
  const row = await selectByName(store.read, service.projects.a, name)
  if (row === undefined) throw new Error(`${name} is missing`)
  made.push({ id: row.id, no: row.no, index })
  await store.tx(async (db) => {
    // 3000 hosts; seven of ten rows are aligned (result 12), one by DKIM alone (4), two by neither (0).
    const text = isLite ? sql`${name}` : sql`${name}::text`
    await db.rows(sql`insert into dmarc_rollups (domain_no, day, ip, header_from, signer, mailer, result, messages)
      select ${n(row.no)}, ${sql.raw(String(today))} - i % ${sql.raw(String(days))},
        '198.' || (i * 7919 % 3000 / 250) || '.' || (i * 7919 % 250) || '.7', ${text},
        case when i % 10 < 8 then ${text} else '' end,
        case when i % 3 = 0 then ${text} when i % 3 = 1 then 'sendgrid.net' else '' end,
        case when i % 10 < 7 then 12 when i % 10 = 7 then 4 else 0 end, 1 + i % 50
      from ${series(perDomain)} where true on conflict do nothing`)
    await db.rows(sql`insert into dmarc_days (domain_no, day, messages, compliant, dkim_aligned, spf_aligned, none, quarantine, reject, pass)
      select domain_no, day, sum(messages), sum(case when result <> 0 then messages else 0 end),
        sum(case when result <> 0 then messages else 0 end), sum(case when result = 12 then messages else 0 end),
        sum(messages), 0, 0, 0 from dmarc_rollups where domain_no = ${n(row.no)} group by domain_no, day`)
    await db.rows(sql`insert into dmarc_reports (id, project_id, domain_no, type, state, policy_domain, organization, report_id,
        begin_at, end_at, key_hash, content_hash, revision, records, messages, compliant, dkim_aligned, spf_aligned, none,
        quarantine, reject, pass, header, warnings, via, records_until, received_at)
      select 'rpt_01000000' || cast(${sql.raw(String(index * 1000))} + i + 100000000000000000 as text), ${service.projects.a}, ${n(row.no)}, 'aggregate', 'accepted', ${text},
        'receiver-' || (i % 12) || '.example', cast(i as text), ${day('i')}, ${day('i')} + 86399000, ${text} || i, cast(i as text), 1,
        ${sql.raw(String(perReport))}, 4000, 3200, 3200, 2800, 4000, 0, 0, 0,
        ${sql.raw(`'{}'`)}, '[]', 'upload',
        ${n(4_000_000_000_000)}, ${day('i')} from ${series(Math.floor(perDomain / perReport))}`)
    const set = JSON.stringify({
      headerFrom: name,
      signer: name,
      mailer: name,
      dkim: [],
      spf: [],
      overrides: [],
      envelopeFrom: null,
      envelopeTo: null,
    })
    const [interned] = await db.rows<{ no: number }>(sql`insert into dmarc_auth_sets (domain_no, hash, value, until_at)
      values (${n(row.no)}, 'h', ${isLite ? sql`${set}` : sql`${set}::text::json`},
      ${n(4_000_000_000_000)}) returning no`)
    await db.rows(sql`insert into dmarc_records (report_no, position, ip, messages, result, set_no)
      select r.no, i, '198.51.' || (i % 100) || '.7', 1 + i % 50, case when i % 10 < 7 then 12 else 0 end, ${n(Number(interned?.no))}
      from dmarc_reports r cross join ${series(perReport)} where r.domain_no = ${n(row.no)}`)
  })
}
await store.tx((db) => db.rows(sql`analyze`))
const [{ records } = { records: 0 }] = await store.read.rows<{ records: number }>(
  sql`select count(*) as records from dmarc_records`,
)
console.log(`${Number(records).toLocaleString('en-US')} records of ${domains} domains, ${dialect}\n`)

const queries: [name: string, path: string, max?: number][] = [
  ['domains', '/domains?sort=volume'],
  ['analytics, 30 days', '/domains/ID/analytics'],
  ['analytics, 365 days', '/domains/ID/analytics?days=365'],
  ['timeline by disposition, 365 days', '/domains/ID/timeline?days=365'],
  ['timeline by alignment, 90 days', '/domains/ID/timeline?days=90&by=alignment'],
  ['timeline by source, 30 days', '/domains/ID/timeline?by=source'],
  ['sources, 30 days', '/domains/ID/sources'],
  ['sources by IP address, 90 days', '/domains/ID/sources?group_by=ip&days=90'],
  ['sources by network, 30 days', '/domains/ID/sources?group_by=asn'],
  ['one source, 90 days', '/domains/ID/sources/198.3.7.7?days=90'],
  ['reports', '/domains/ID/reports'],
  ['reports of a reporter and result', '/domains/ID/reports?organization=receiver-3.example&result=fail'],
  ['reports of a source', '/domains/ID/reports?source=198.51.7.7'],
  ['one report with records', '/reports/REPORT'],
  ['DNS history', '/domains/ID/dns-history'],
  ['replay, 30 days', '/domains/ID/replay?policy=reject', 300],
  ['replay, 90 days', '/domains/ID/replay?policy=reject&days=90', 300],
]
const bars: Bar[] = []
for (const [name, path, max = 50] of queries) {
  const [first, renewed, again]: number[][] = [[], [], []]
  for (let round = 0; round < rounds; round++) {
    const domain = made[(round * 7) % made.length]
    if (domain === undefined) continue
    const call = `GET /v1/dmarc${path.replace('ID', domain.id).replace('REPORT', `rpt_01000000${100_000_000_000_000_000n + BigInt(domain.index * 1000 + round)}`)}`
    for (const times of [first, renewed, again]) {
      if (times === renewed) await uploadReport(domain.index)
      const began = performance.now()
      const { body, status } = await ask(service, { call })
      times?.push(performance.now() - began)
      if (status !== 200) throw new Error(`${call}: ${status} ${JSON.stringify(body)}`)
    }
  }
  for (const [state, values = []] of [
    ['first', first],
    ['new', renewed],
    ['again', again],
  ] as const)
    bars.push({
      name: `${name}; ${state}`,
      values,
      unit: 'ms',
      max,
      judged: { name: 'p95', value: percentile(values, 0.95) },
    })
}
const missed = printBars(bars)
console.log(`\n${bars.length - missed} of ${bars.length} bars are reached.`)
process.exit(0)

/** A small report of today, with one host of the domain. */
async function uploadReport(index: number): Promise<void> {
  const body = writeReport({
    domain: `domain-${index}.com`,
    id: crypto.randomUUID(),
    begin: today * 86_400,
    records: [{ ip: '198.3.7.7', count: 5, dkim: true, spf: true }],
  })
  const headers = { 'svc-api-auth': service.keys.a }
  const { status } = await service.handle(
    new Request('http://localhost/v1/dmarc/reports', { method: 'POST', headers, body }),
  )
  if (status !== 200) throw new Error(`The upload of a report: ${status}`)
}

function day(index: string) {
  return sql.raw(`(${today} - ${index} % ${days}) * ${isLite ? '86400000' : '86400000::bigint'}`)
}
