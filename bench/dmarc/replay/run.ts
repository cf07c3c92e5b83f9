/**
 * Time of a replay of 90 days and of the list of sources, with 3 million rollups of 50 domains over 365 days: as many as
 * records, the worst case. `bun bench/dmarc/replay/run.ts 10` takes fewer domains.
 */
import { sql } from 'drizzle-orm'
import { replayPolicy } from '../../../src/deliverability/policy/index.ts'
import { selectByName } from '../../../src/surfaces/dmarc/domains/index.ts'
import { loadMail } from '../../../src/surfaces/dmarc/policy/index.ts'
import { DomainClasses } from '../../../src/surfaces/dmarc/sources/index.ts'
import { ask } from '../../../test/support/scenario.ts'
import { startService } from '../../../test/support/service.ts'
import { median, printTable } from '../../table.ts'

const domains = Number(process.argv[2] ?? 50)
const perDomain = 60_000
const rounds = 9
const service = await startService({ dialect: 'sqlite', environment: { SVC_RUN_JOBS: 'false' } })
const { store } = service
const today = Math.floor(store.read.nowMs() / 86_400_000)
let name = ''
for (let index = 0; index < domains; index++) {
  name = `domain-${index}.com`
  await ask(service, { call: 'POST /v1/dmarc/domains', send: { domain: name } })
  const row = await selectByName(store.read, service.projects.a, name)
  const no = row?.no ?? 0
  // 3000 hosts; seven of ten rows are aligned (result 12), one by DKIM alone (4), two by neither (0).
  await store.tx((db) =>
    db.rows(sql`insert or ignore into dmarc_rollups (domain_no, day, ip, header_from, signer, mailer, result, messages)
      with recursive n(i) as (select 0 union all select i + 1 from n where i < ${perDomain - 1})
      select ${no}, ${today} - i % 365, '198.' || (i * 7919 % 3000 / 250) || '.' || (i * 7919 % 250) || '.7', ${name},
        case when i % 10 < 8 then ${name} else '' end, case when i % 3 = 0 then ${name} when i % 3 = 1 then 'sendgrid.net' else '' end,
        case when i % 10 < 7 then 12 when i % 10 = 7 then 4 else 0 end, 1 + i % 50 from n`),
  )
}
const domain = await selectByName(store.read, service.projects.a, name)
if (domain === undefined) throw new Error('the domain is gone')
const addresses = { inboundDomain: undefined, baseUrl: 'http://localhost' }
const policy = { p: 'reject', sp: null, np: null, isTesting: false, percent: 100 } as const
const rows: (string | number)[][] = []
for (const days of [30, 90, 365]) {
  const times: number[] = []
  const cachedTimes: number[] = []
  let streams = 0
  const sourceClasses = new DomainClasses()
  const range = { fromDay: today - days + 1, toDay: today }
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    const mail = await loadMail(store.read, domain, { addresses, range, sourceClasses: new DomainClasses() })
    replayPolicy(mail, policy)
    times.push(performance.now() - began)
    const cachedBegan = performance.now()
    replayPolicy(await loadMail(store.read, domain, { addresses, range, sourceClasses }), policy)
    // The first round fills the cache.
    if (round > 0) cachedTimes.push(performance.now() - cachedBegan)
    streams = mail.classified.length
  }
  const spread = (all: readonly number[]) => [median([...all]), Math.max(...all)].map(Math.round)
  rows.push([days, streams, ...spread(times), ...spread(cachedTimes)])
}
printTable(
  [
    `days, of ${domains * perDomain} rollups`,
    'streams',
    'median ms',
    'worst ms',
    'cached, median ms',
    'cached, worst ms',
  ],
  rows,
)
process.exit(0)
