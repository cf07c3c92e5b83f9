/** SQL of streams for classification. `domainNo` is that of a domain whose project was checked. */
import { and, eq, gte, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { HostFacts, MailStream } from '../../../deliverability/senders/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import type { DayRange } from '../range.ts'
import { unpackResult } from '../reports/index.ts'

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

/** Streams of a range, without their days. */
export async function selectStreams(db: Db, domainNo: number, { fromDay, toDay }: DayRange): Promise<StreamRow[]> {
  const { dmarcHosts: h, dmarcRollups: t } = db.tables
  const rows = await db
    .select({
      ip: t.ip,
      headerFrom: t.headerFrom,
      signer: t.signer,
      mailer: t.mailer,
      result: t.result,
      messages: sql<string>`sum(${t.messages})`,
      days: sql<string>`count(distinct ${t.day})`,
      firstDay: sql<number>`min(${t.day})`,
      lastDay: sql<number>`max(${t.day})`,
      state: h.state,
      ptr: h.ptr,
      asn: h.asn,
      asName: h.asName,
      country: h.country,
    })
    .from(t)
    .leftJoin(h, eq(h.ip, t.ip))
    .where(and(eq(t.domainNo, domainNo), gte(t.day, fromDay), lte(t.day, toDay)))
    .groupBy(t.ip, t.headerFrom, t.signer, t.mailer, t.result, h.state, h.ptr, h.asn, h.asName, h.country)
  return rows.map(({ asName, asn, country, days, messages: sum, ptr, result, state, ...names }) => {
    const { dkimAligned, override, spfAligned } = unpackResult(result)
    const messages = Number(sum)
    const { firstDay, ip, lastDay, mailer, signer } = names
    return {
      stream: { ...names, dkimAligned, spfAligned, override, messages, days: Number(days) },
      // A name that does not resolve back can be set by anyone.
      part: {
        ip,
        signer,
        mailer,
        result,
        messages,
        firstDay,
        lastDay,
        asn,
        country,
        ptr: state === 'confirmed' ? ptr : null,
      },
      host: state === null ? null : { state, name: ptr ?? undefined, asName: asName ?? undefined },
    }
  })
}

/** How many domains of the project each of these IP addresses sends for, if they are several. */
export async function countDomainsOf(
  db: Db,
  projectId: string,
  { ips, range: { fromDay, toDay } }: { ips: readonly string[]; range: DayRange },
): Promise<Map<string, number>> {
  const { dmarcDomains: d, dmarcRollups: t } = db.tables
  if (ips.length === 0) return new Map()
  const rows = await db
    .select({ ip: t.ip, domains: sql<string>`count(distinct ${t.domainNo})` })
    .from(d)
    .innerJoin(t, and(eq(t.domainNo, d.no), inArray(t.ip, [...ips]), gte(t.day, fromDay), lte(t.day, toDay)))
    .where(and(eq(d.projectId, projectId), isNull(d.removedAt)))
    .groupBy(t.ip)
  return new Map(rows.map(({ domains, ip }) => [ip, Number(domains)]))
}
