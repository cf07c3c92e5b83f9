import { readIp, readable } from '../../../deliverability/ip/index.ts'
import type { SourceClass } from '../../../deliverability/senders/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { checkIfMatch, digestOf } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { printDay } from '../days.ts'
import { type DomainRow, takeDomain, updateDomain } from '../domains/index.ts'
import type { DayRange } from '../range.ts'
import { addToDay, emptyDay, unpackResult } from '../reports/index.ts'
import { ClassTally } from './class-tally.ts'
import type { ClassifySource, DmarcSource, DmarcSourceDetail, ListSources, SourceClassified } from './contract.ts'
import type { DomainClasses } from './domain-classes.ts'
import type { SourcePart } from './stream-store.ts'
import { type ClassRow, nameOf, saveClass, selectClasses, selectHost, selectOfIp } from './store.ts'

export interface SourceDeps {
  readonly db: Db
  readonly sourceClasses: DomainClasses
}

type Grouping = NonNullable<ListSources['group_by']>

/** Sources of a domain in a range of days, the largest first by default. */
export async function readSources(
  { db, sourceClasses }: SourceDeps,
  domain: DomainRow,
  range: DayRange,
  { class: wanted, group_by: groupBy = 'source', sort = '-messages', status }: ListSources,
): Promise<DmarcSource[]> {
  const [classes, { classified, parts }] = await Promise.all([
    selectClasses(db, domain.no),
    sourceClasses.read(db, domain, range),
  ])
  const decided = new ClassTally()
  const groups = new Map<string, Group>()
  for (const [index, part] of parts.entries()) {
    const { by, key } = identify(part, groupBy)
    const stream = classified[index]
    if (stream !== undefined) decided.add(key, stream)
    const group = groups.get(key) ?? newGroup(by, part)
    groups.set(key, group)
    if (strengths.indexOf(by) < strengths.indexOf(group.by)) group.by = by
    addToDay(group.total, part.result, part.messages)
    group.ips.add(part.ip)
    group.firstDay = Math.min(group.firstDay, part.firstDay)
    group.lastDay = Math.max(group.lastDay, part.lastDay)
  }
  return [...groups]
    .map(([key, group]) =>
      present(key, group, {
        ...classOf(classes.get(key), decided.of(key)),
        evidence: decided.evidenceOf(key),
      }),
    )
    .filter((source) => wanted === undefined || source.class === wanted)
    .filter(({ compliant, messages }) => status === undefined || (status === 'failing') === compliant < messages)
    .toSorted(bySort(sort))
}

/** Sources with the same value by name. */
function bySort(sort: NonNullable<ListSources['sort']>) {
  const isDescending = sort.startsWith('-')
  const direction = isDescending ? -1 : 1
  const member = (isDescending ? sort.slice(1) : sort) as
    'messages' | 'compliance_rate' | 'first_seen' | 'last_seen' | 'key'
  return (a: DmarcSource, b: DmarcSource) => direction * compare(a[member], b[member]) || compare(a.key, b.key)
}

const compare = <T extends string | number>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Facts about one IP address, and the revision of its class, which If-Match compares. SOURCE_NOT_FOUND if it sent no
 * reported messages in the range.
 */
export async function readSource(
  { db, sourceClasses }: SourceDeps,
  domain: DomainRow,
  text: string,
  range: DayRange,
): Promise<{ source: DmarcSourceDetail; revision: string }> {
  const ip = ipIn(text)
  const rows = ip === undefined ? [] : await selectOfIp(db, domain.no, ip, range)
  const [first] = rows
  const last = rows.at(-1)
  if (ip === undefined || first === undefined || last === undefined) return fail('SOURCE_NOT_FOUND')
  const [host, classes, { classified }] = await Promise.all([
    selectHost(db, ip),
    selectClasses(db, domain.no),
    sourceClasses.read(db, domain, range),
  ])
  const decided = new ClassTally()
  for (const each of classified) if (each.stream.ip === ip) decided.add(ip, each)
  const total = emptyDay(0)
  const days = new Map<number, { messages: number; compliant: number }>()
  const names = new Map<string, DmarcSourceDetail['names'][number]>()
  for (const { day, headerFrom, mailer, messages, result, signer } of rows) {
    addToDay(total, result, messages)
    const { dkimAligned, override, spfAligned } = unpackResult(result)
    const compliant = dkimAligned || spfAligned ? messages : 0
    const onDay = days.get(day) ?? { messages: 0, compliant: 0 }
    days.set(day, { messages: onDay.messages + messages, compliant: onDay.compliant + compliant })
    const key = JSON.stringify([headerFrom, signer, mailer, override])
    const named = names.get(key) ?? {
      header_from: headerFrom,
      signer: signer || null,
      mailer: mailer || null,
      override,
      messages: 0,
      compliant: 0,
    }
    names.set(key, { ...named, messages: named.messages + messages, compliant: named.compliant + compliant })
  }
  const ptr = host?.state === 'confirmed' ? host.ptr : null
  const largest = rows.toSorted((a, b) => b.messages - a.messages)[0] ?? first
  const name = identify({ ...largest, ptr, asn: null, country: null }, 'source').key
  const source: DmarcSourceDetail = {
    ip,
    source: name,
    ...figures(total, first.day, last.day),
    ptr,
    asn: host?.asn ?? null,
    as_name: host?.asName ?? null,
    country: host?.country ?? null,
    host_state: host?.state ?? 'pending',
    names: [...names.values()].toSorted((a, b) => b.messages - a.messages).slice(0, 100),
    days: [...days].map(([day, each]) => ({ day: printDay(day), ...each })),
    ...classOf(classes.get(ip) ?? classes.get(name), decided.of(ip)),
    evidence: decided.evidenceOf(ip),
  }
  return { source, revision: classTag(classes.get(ip)) }
}

/** The revision of the class that callers set for an IP address or a name; undefined if they set none. */
export function classTag(row: Pick<ClassRow, 'class' | 'note' | 'setAt'> | undefined): string {
  return digestOf(row === undefined ? [] : [row.class, row.note, row.setAt])
}

/** Sets the class of an IP address or of a source by name. PRECONDITION_FAILED. Must run in a transaction. */
export async function classify(
  db: Db,
  caller: Caller,
  { domainId, key: text, ifMatch }: { domainId: string; key: string; ifMatch: string | undefined },
  { class: kind, note = null }: { class: ClassifySource['class']; note?: string | null },
): Promise<SourceClassified> {
  const domain = await takeDomain(db, caller, domainId)
  const key = ipIn(text) ?? text.trim().toLowerCase()
  checkIfMatch(ifMatch, classTag((await selectClasses(db, domain.no)).get(key)))
  const row: ClassRow = { domainNo: domain.no, key, class: kind, note, actorName: caller.actor.name, setAt: db.nowMs() }
  await saveClass(db, row)
  await updateDomain(db, caller.projectId, domainId, { factsRevision: domain.factsRevision + 1 })
  await recordAct(db, caller, ['dmarc.source_classified', domainId], { key, class: kind })
  return { key, class: kind, note, classified_by: row.actorName, classified_at: new Date(row.setAt).toISOString() }
}

/** Evidence for the name of a source, the strongest first. */
const strengths: readonly DmarcSource['identified_by'][] = ['dkim', 'ptr', 'spf', 'ip', 'asn', 'country']

interface Group {
  by: DmarcSource['identified_by']
  readonly total: ReturnType<typeof emptyDay>
  readonly ips: Set<string>
  firstDay: number
  lastDay: number
}

function newGroup(by: DmarcSource['identified_by'], { firstDay, lastDay }: SourcePart): Group {
  return { by, total: emptyDay(0), ips: new Set(), firstDay, lastDay }
}

/** The name of the group that messages belong to, and the evidence for it, the strongest first. */
function identify(
  { asn, country, ip, mailer, ptr, signer }: Pick<SourcePart, 'asn' | 'country' | 'ip' | 'mailer' | 'ptr' | 'signer'>,
  groupBy: Grouping,
): { key: string; by: DmarcSource['identified_by'] } {
  if (groupBy === 'ip') return { key: ip, by: 'ip' }
  if (groupBy === 'asn') return { key: asn === null ? 'unknown' : `AS${asn}`, by: 'asn' }
  if (groupBy === 'country') return { key: country ?? 'unknown', by: 'country' }
  if (signer !== '') return { key: nameOf(signer), by: 'dkim' }
  if (ptr !== null) return { key: nameOf(ptr), by: 'ptr' }
  return mailer === '' ? { key: ip, by: 'ip' } : { key: mailer, by: 'spf' }
}

function present(
  key: string,
  { by, firstDay, ips, lastDay, total }: Group,
  classes: ReturnType<typeof classOf> & Pick<DmarcSource, 'evidence'>,
): DmarcSource {
  return { key, identified_by: by, ips: ips.size, ...figures(total, firstDay, lastDay), ...classes }
}

function figures(total: ReturnType<typeof emptyDay>, firstDay: number, lastDay: number) {
  return {
    messages: total.messages,
    compliant: total.compliant,
    compliance_rate: total.messages === 0 ? 0 : total.compliant / total.messages,
    dkim_aligned: total.dkimAligned,
    spf_aligned: total.spfAligned,
    by_disposition: { none: total.none, quarantine: total.quarantine, reject: total.reject, pass: total.pass },
    first_seen: printDay(firstDay),
    last_seen: printDay(lastDay),
  }
}

function classOf(row: ClassRow | undefined, decided: SourceClass) {
  return {
    class: row?.class ?? decided,
    class_note: row?.note ?? null,
    classified_by: row?.actorName ?? null,
  }
}

function ipIn(text: string): string | undefined {
  const octets = readIp(text)
  return octets === undefined ? undefined : readable(octets)
}
