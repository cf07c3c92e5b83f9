/** SQL of streams for classification. `domainNo` is that of a domain whose project was checked. */
import { and, asc, eq, gte, lte, sql } from 'drizzle-orm'
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
  /** For the next reading of the range; undefined for a short one. */
  readonly past: PastMail | undefined
}

/** Sums of the older days of a range, which are used again while the totals of these days are the same. */
export interface PastMail {
  /** The totals and revisions of its days. */
  readonly fingerprint: string
  readonly sums: StreamSums
  readonly failing: readonly FailingMail[]
}

/** Days of one query: a month of a large domain is some milliseconds of SQLite, which runs on the event loop. */
const daysAtOnce = 31
/** Latest days of a range, which reports change: they are read whenever a report arrived. */
const recentDays = 31

export type Sums = Omit<SourcePart, 'ptr' | 'asn' | 'country'> & { readonly headerFrom: string; readonly days: number }

type Sum = { -readonly [Name in keyof Sums]: Sums[Name] }

/**
 * Sums of rollups with the same names and result. By IP address, which has few of them: to hash all names of every row takes as
 * long as the database needs to read it.
 */
class StreamSums {
  readonly #byIp: Map<string, Sum[]>
  /** Whose sums are not changed, but copied. */
  readonly #past: ReadonlyMap<string, readonly Sum[]> | undefined
  size: number

  constructor(past?: StreamSums) {
    this.#past = past === undefined ? undefined : past.#byIp
    this.#byIp = new Map(this.#past as Map<string, Sum[]> | undefined)
    this.size = past?.size ?? 0
  }

  /** Rollups come in the order of their days. */
  add({ day, header_from: headerFrom, ip, mailer, messages, result, signer }: RollupRow): void {
    const sums = this.#ownSumsOf(ip)
    for (const sum of sums) {
      if (sum.result !== result || sum.headerFrom !== headerFrom || sum.signer !== signer || sum.mailer !== mailer)
        continue
      sum.messages += messages
      sum.days++
      sum.lastDay = day
      return
    }
    sums.push({ ip, headerFrom, signer, mailer, result, messages, days: 1, firstDay: day, lastDay: day })
    this.size++
  }

  ips(): string[] {
    return [...this.#byIp.keys()]
  }

  list(): Sums[] {
    return [...this.#byIp.values()].flat()
  }

  #ownSumsOf(ip: string): Sum[] {
    const known = this.#byIp.get(ip)
    if (known !== undefined && known !== this.#past?.get(ip)) return known
    const own = known === undefined ? [] : known.map((sum) => ({ ...sum }))
    this.#byIp.set(ip, own)
    return own
  }
}

/**
 * Streams of a range, and its failing mail by day. Of a long range, days that have not changed since `known` are not read.
 * Summed here: SQLite sorts rows by all names to group them, at twice the time.
 */
export async function selectMail(
  db: Db,
  domainNo: number,
  { fromDay, toDay }: DayRange,
  known?: PastMail,
): Promise<RangeMail> {
  const recent = { fromDay: Math.max(fromDay, toDay - recentDays + 1), toDay }
  const before = { fromDay, toDay: recent.fromDay - 1 }
  const past = before.toDay < fromDay ? undefined : await readPast(db, domainNo, before, known)
  const sums = new StreamSums(past?.sums)
  const failing = [...(past?.failing ?? [])]
  await sumRollups(db, domainNo, recent, { sums, failing })
  const hosts = await selectHosts(db, sums.ips())
  return { streams: sums.list().map((sum) => streamOf(sum, hosts.get(sum.ip))), failing, past }
}

async function readPast(db: Db, domainNo: number, range: DayRange, known: PastMail | undefined): Promise<PastMail> {
  // Before the rollups: those may be newer than it, and are then read again.
  const fingerprint = JSON.stringify(await selectDayRevisions(db, domainNo, range))
  if (known?.fingerprint === fingerprint) return known
  const [sums, failing] = [new StreamSums(), [] as FailingMail[]]
  await sumRollups(db, domainNo, range, { sums, failing })
  return { fingerprint, sums, failing }
}

/** Adds the rollups of a range to sums, and lists those that fail. */
async function sumRollups(
  db: Db,
  domainNo: number,
  { fromDay, toDay }: DayRange,
  { failing, sums }: { sums: StreamSums; failing: FailingMail[] },
): Promise<void> {
  for (let from = fromDay; from <= toDay; from += daysAtOnce) {
    if (from > fromDay) await turn()
    for (const row of await selectRollups(db, domainNo, from, Math.min(toDay, from + daysAtOnce - 1))) {
      sums.add(row)
      const { day, header_from: headerFrom, ip, mailer, messages, result, signer } = row
      if ((result & alignedBits) !== 0) continue
      const { override } = unpackResult(result)
      failing.push({ ip, headerFrom, signer, mailer, messages, day, override, dkimAligned: false, spfAligned: false })
    }
  }
}

/**
 * What changes with the rollups of a day. The sums are there for replicas of a version that writes no revisions. Without
 * column names, which would be most of it.
 */
async function selectDayRevisions(db: Db, domainNo: number, { fromDay, toDay }: DayRange): Promise<unknown[]> {
  const { dmarcDays: t } = db.tables
  const rows = await db
    .select({ day: t.day, revision: t.revision, messages: t.messages, dkim: t.dkimAligned, spf: t.spfAligned })
    .from(t)
    .where(and(eq(t.domainNo, domainNo), gte(t.day, fromDay), lte(t.day, toDay)))
    .orderBy(asc(t.day))
  return rows.map((row) => [row.day, row.revision, row.messages, row.dkim, row.spf])
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

type HostOfIp = Pick<HostRow, 'state' | 'ptr' | 'asn' | 'asName' | 'country'>

/** Handwritten, because the builder takes longer for thousands of parameters than the database to find the rows. */
async function selectHosts(db: Db, ips: readonly string[]): Promise<Map<string, HostOfIp>> {
  if (ips.length === 0) return new Map()
  const rows = await db.rows<{
    ip: string
    state: HostRow['state']
    ptr: string | null
    asn: number | null
    as_name: string | null
    country: string | null
  }>(
    sql`select ip, state, ptr, asn, as_name, country from dmarc_hosts where ip in (select ip from ${ipsOf(db, ips)} as i)`,
  )
  return new Map(
    rows.map(({ as_name: asName, asn, ip, ...row }) => [
      ip,
      { ...row, asName, asn: asn === null ? null : Number(asn) },
    ]),
  )
}

/** The addresses as rows. */
function ipsOf(db: Db, ips: readonly string[]) {
  const list = JSON.stringify(ips)
  return db.dialect === 'sqlite'
    ? sql`(select value as ip from json_each(${list}))`
    : sql`(select jsonb_array_elements_text(${list}::text::jsonb) as ip)`
}

function streamOf({ days, headerFrom, ...sum }: Sums, host: HostOfIp | undefined): StreamRow {
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
  const each = ipsOf(db, [...new Set(ips)])
  const rows = await db.rows<{ ip: string; domains: number }>(sql`select i.ip as ip, count(*) as domains
    from ${each} as i join dmarc_domains d on d.project_id = ${projectId} and d.removed_at is null
    where exists (select 1 from dmarc_rollups r where r.domain_no = d.no and r.ip = i.ip
      and r.day >= ${fromDay} and r.day <= ${toDay})
    group by i.ip`)
  return new Map(rows.map(({ domains, ip }) => [ip, Number(domains)]))
}
