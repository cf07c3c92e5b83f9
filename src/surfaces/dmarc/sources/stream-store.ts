/** SQL of streams for classification. `domainNo` is that of a domain whose project was checked. */
import { inArray, sql } from 'drizzle-orm'
import type { FailingMail } from '../../../deliverability/policy/index.ts'
import type { HostFacts, MailStream } from '../../../deliverability/senders/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import type { DayRange } from '../range.ts'
import { alignedBits, unpackResult } from '../reports/index.ts'
import type { HostRow } from './store.ts'

/** A stream as sources are listed by it. */
export interface SourcePart {
  readonly ip: string
  readonly signer: string
  readonly mailer: string
  readonly result: number
  readonly messages: number
  readonly firstDay: number
  readonly lastDay: number
  /** Confirmed. */
  readonly ptr: string | null
  readonly asn: number | null
  readonly country: string | null
}

export interface StreamRow {
  readonly part: SourcePart
  readonly stream: MailStream
  readonly host: HostFacts | null
}

export interface RangeMail {
  /** Summed over the days of the range. */
  readonly streams: readonly StreamRow[]
  /** Mail of each day that neither DKIM nor SPF aligns. */
  readonly failing: readonly FailingMail[]
}

/** Days of one query: a month of a large domain is some milliseconds of SQLite, which runs on the event loop. */
const daysAtOnce = 31
const hostsAtOnce = 500

type Sums = Omit<SourcePart, 'ptr' | 'asn' | 'country'> & { headerFrom: string; days: number }

/** Streams of a range, and its failing mail by day. Summed here: SQLite sorts rows by all names to group them, at twice the time. */
export async function selectMail(db: Db, domainNo: number, { fromDay, toDay }: DayRange): Promise<RangeMail> {
  const sums = new Map<string, { -readonly [Name in keyof Sums]: Sums[Name] }>()
  const failing: FailingMail[] = []
  for (let from = fromDay; from <= toDay; from += daysAtOnce) {
    if (from > fromDay) await turn()
    for (const row of await selectRollups(db, domainNo, from, Math.min(toDay, from + daysAtOnce - 1))) {
      const { day, header_from: headerFrom, ip, mailer, messages, result, signer } = row
      // A domain name has no space.
      const key = `${ip} ${headerFrom} ${signer} ${mailer} ${result}`
      const sum = sums.get(key)
      if (sum === undefined)
        sums.set(key, { ip, headerFrom, signer, mailer, result, messages, days: 1, firstDay: day, lastDay: day })
      else {
        sum.messages += messages
        sum.days++
        sum.lastDay = day
      }
      if ((result & alignedBits) === 0) {
        const { override } = unpackResult(result)
        failing.push({ ip, headerFrom, signer, mailer, messages, day, override, dkimAligned: false, spfAligned: false })
      }
    }
  }
  const hosts = await selectHosts(db, [...new Set([...sums.values()].map(({ ip }) => ip))])
  return { streams: [...sums.values()].map((sum) => streamOf(sum, hosts.get(sum.ip))), failing }
}

interface RollupRow {
  readonly day: number
  readonly ip: string
  readonly header_from: string
  readonly signer: string
  readonly mailer: string
  readonly result: number
  readonly messages: number
}

/** Rollups in the order of their days. Handwritten, because the builder takes as long to map the rows as SQLite to read them. */
function selectRollups(db: Db, domainNo: number, fromDay: number, toDay: number): Promise<RollupRow[]> {
  return db.rows(sql`select day, ip, header_from, signer, mailer, result, messages from dmarc_rollups
    where domain_no = ${domainNo} and day >= ${fromDay} and day <= ${toDay} order by day`)
}

async function selectHosts(db: Db, ips: readonly string[]) {
  const { dmarcHosts: h } = db.tables
  const found = new Map<string, Pick<HostRow, 'ip' | 'state' | 'ptr' | 'asn' | 'asName' | 'country'>>()
  for (let from = 0; from < ips.length; from += hostsAtOnce) {
    const rows = await db
      .select({ ip: h.ip, state: h.state, ptr: h.ptr, asn: h.asn, asName: h.asName, country: h.country })
      .from(h)
      .where(inArray(h.ip, ips.slice(from, from + hostsAtOnce)))
    for (const row of rows) found.set(row.ip, row)
  }
  return found
}

function streamOf(
  { days, headerFrom, ...sum }: Sums,
  host: Pick<HostRow, 'state' | 'ptr' | 'asn' | 'asName' | 'country'> | undefined,
): StreamRow {
  const { firstDay, ip, lastDay, mailer, messages, signer } = sum
  const { dkimAligned, override, spfAligned } = unpackResult(sum.result)
  return {
    stream: { ip, headerFrom, signer, mailer, dkimAligned, spfAligned, override, messages, days, firstDay, lastDay },
    part: {
      ...sum,
      // A name that does not resolve back can be set by anyone.
      ptr: host?.state === 'confirmed' ? host.ptr : null,
      asn: host?.asn ?? null,
      country: host?.country ?? null,
    },
    host:
      host === undefined ? null : { state: host.state, name: host.ptr ?? undefined, asName: host.asName ?? undefined },
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** How many domains of the project each of these IP addresses sends for, if it sends for any. */
export async function countDomainsOf(
  db: Db,
  projectId: string,
  { ips, range: { fromDay, toDay } }: { ips: readonly string[]; range: DayRange },
): Promise<Map<string, number>> {
  if (ips.length === 0) return new Map()
  const list = JSON.stringify([...new Set(ips)])
  const each =
    db.dialect === 'sqlite'
      ? sql`(select value as ip from json_each(${list}))`
      : sql`(select jsonb_array_elements_text(${list}::text::jsonb) as ip)`
  const rows = await db.rows<{ ip: string; domains: number }>(sql`select i.ip as ip, count(*) as domains
    from ${each} as i join dmarc_domains d on d.project_id = ${projectId} and d.removed_at is null
    where exists (select 1 from dmarc_rollups r where r.domain_no = d.no and r.ip = i.ip
      and r.day >= ${fromDay} and r.day <= ${toDay})
    group by i.ip`)
  return new Map(rows.map(({ domains, ip }) => [ip, Number(domains)]))
}
