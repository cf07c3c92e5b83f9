import { limits } from '../../../kernel/limits.ts'
import type { ReadContext, ReportHash } from '../reader.ts'
import type { AggregateHeader, AggregateRecord, AggregateSummary } from '../report.ts'
import type { Rejection } from '../sink.ts'
import type { ScanListener } from '../xml/scan-xml.ts'
import { Warnings } from '../warnings.ts'
import { createDomains } from './domains.ts'
import { type HeaderDraft, type RecordDraft, newHeader, newRecord, newResult } from './draft.ts'
import type { FeedbackTarget } from './elements.ts'
import { readHeader } from './read-header.ts'
import { type RecordContext, readRecord } from './read-record.ts'
import { createSpread } from './spread.ts'

/** What a report yields, in order. */
export type AggregateEvent =
  | { readonly kind: 'begin'; readonly header: AggregateHeader }
  | { readonly kind: 'records'; readonly records: AggregateRecord[] }
  | { readonly kind: 'end'; readonly summary: AggregateSummary }
  | { readonly kind: 'rejected'; readonly rejection: Rejection }

interface Reading {
  readonly context: RecordContext
  readonly hash: ReportHash
  readonly perDay: number[]
}

/** Records that are passed to the sink together, if there are so many. */
export const batchRecords = 500

const modern = /^urn:ietf:params:xml:ns:dmarc/i

/**
 * Builds reports from their elements. A report begins when metadata and policy are known; records before that are kept, up
 * to a max. One without an id takes the hash of its header and of at most as many records.
 */
export class ReportBuilder implements FeedbackTarget, ScanListener {
  header: HeaderDraft = newHeader()
  record: RecordDraft = newRecord()
  result = newResult()
  override = { type: '', comment: '' }
  isRepeatedPolicy = false
  /** Collected until the caller takes them. */
  events: AggregateEvent[] = []
  /** True if a root element was found. */
  hasReport = false
  #warnings: Warnings
  #isModern = false
  #state: 'none' | 'open' | 'closed' | 'rejected' = 'none'
  #pending: RecordDraft[] = []
  #pendingLength = 0
  #reading: Reading | undefined
  #counts = { records: 0, messages: 0, skipped: 0 }
  readonly #context: Pick<ReadContext, 'deps' | 'now'>
  readonly #domains = createDomains()

  constructor(context: Pick<ReadContext, 'deps' | 'now'>, warnings: Warnings) {
    this.#context = context
    this.#warnings = warnings
  }

  root(namespace: string | undefined): void {
    if (this.hasReport) {
      this.finish()
      this.#warnings = new Warnings()
    }
    this.hasReport = true
    this.header = newHeader()
    this.#isModern = namespace !== undefined && modern.test(namespace)
    this.#state = 'open'
    this.#pending = []
    this.#pendingLength = 0
    this.#reading = undefined
    this.#counts = { records: 0, messages: 0, skipped: 0 }
  }

  headerRead(): void {
    const { hasMetadata, hasPolicy, reportId } = this.header
    if (hasMetadata && hasPolicy && reportId !== '') this.#begin()
  }

  recordRead(): void {
    if (this.#state !== 'open') return
    if (this.#reading === undefined) {
      this.#pending.push(this.record)
      this.#pendingLength += JSON.stringify(this.record).length
      const { reportPendingLength, reportPendingRecords } = limits
      if (this.#pending.length >= reportPendingRecords || this.#pendingLength > reportPendingLength) this.#beginLate()
    } else this.#add(this.record, this.#reading)
  }

  rootEnd(isTruncated: boolean): void {
    if (this.#state !== 'open') return
    if (isTruncated) this.#warnings.add('xml_truncated', 'The report is cut off; its complete records are counted.')
    if (this.#begin() === undefined) return
    if (this.#counts.records === 0) this.#warnings.add('no_records', 'The report has no records.')
    this.#state = 'closed'
  }

  /** Ends the report, once nothing can follow that is worth a warning. */
  finish(): void {
    if (this.#state !== 'closed' || this.#reading === undefined) return
    const { hash, perDay } = this.#reading
    const summary = { ...this.#counts, perDay, warnings: this.#warnings.list(), contentHash: hash.digest() }
    this.events.push({ kind: 'end', summary })
    this.#state = 'none'
  }

  repaired(what: string): void {
    this.#warnings.add('xml_repaired', `The XML is not well-formed: ${what}.`)
  }

  trailing(): void {
    this.#warnings.add('trailing_bytes', 'The report is followed by other data, which is ignored.')
  }

  deviates(code: Parameters<FeedbackTarget['deviates']>[0]): void {
    if (code === 'rfc9990_field') this.#isModern = true
    else if (code === 'element_identities')
      this.#warnings.add(code, 'A record has “identities” instead of “identifiers”.')
    else this.#warnings.add(code, 'The report has several published policies; the first is used.')
  }

  #beginLate(): void {
    const { hasMetadata, hasPolicy } = this.header
    if (hasMetadata && hasPolicy) this.#begin()
    else {
      const reason = `The first ${this.#pending.length} records come before the policy or the metadata.`
      this.#reject({ code: 'policy_too_late', reason })
    }
  }

  #begin(): Reading | undefined {
    if (this.#reading !== undefined || this.#state !== 'open') return this.#reading
    const read = readHeader(this.header, {
      variant: this.#isModern ? 'rfc9990' : 'rfc7489',
      recordDomain: this.#pending.find(({ headerFrom }) => headerFrom !== '')?.headerFrom,
      now: this.#context.now,
      warnings: this.#warnings,
    })
    if ('code' in read) {
      this.#reject(read)
      return undefined
    }
    const { policy, range, days, variant } = read
    const { organization, email } = read.reporter
    const facts = JSON.stringify([organization, email, read.reportId ?? null, range, policy])
    const reportId = read.reportId ?? this.#identify(facts)
    const hash = this.#context.deps.createHash()
    hash.update(facts)
    const spread = createSpread(range, days)
    const context = { policy, variant, warnings: this.#warnings, domains: this.#domains, spread }
    const reading = { context, hash, perDay: days.map(() => 0) }
    this.events.push({ kind: 'begin', header: { ...read, reportId } })
    this.#reading = reading
    for (const draft of this.#pending) this.#add(draft, reading)
    this.#pending = []
    return reading
  }

  #identify(facts: string): string {
    this.#warnings.add('report_id_missing', 'The report has no id; the hash of its content is used.')
    const hash = this.#context.deps.createHash()
    hash.update(facts)
    for (const draft of this.#pending) hash.update(JSON.stringify(draft))
    return hash.digest()
  }

  #add(draft: RecordDraft, { context, hash, perDay }: Reading): void {
    const record = readRecord(draft, context)
    if (record === undefined) {
      this.#counts.skipped++
      return
    }
    this.#counts.records++
    this.#counts.messages += record.count
    for (const [index, count] of record.perDay.entries()) perDay[index] = (perDay[index] ?? 0) + count
    hash.update(canonicalForm(record))
    const last = this.events.at(-1)
    if (last?.kind === 'records' && last.records.length < batchRecords) last.records.push(record)
    else this.events.push({ kind: 'records', records: [record] })
  }

  #reject(rejection: Rejection): void {
    this.#state = 'rejected'
    this.#pending = []
    this.events.push({ kind: 'rejected', rejection })
  }

  /** True after a rejection: the rest of the input is not worth reading. */
  get isRejected(): boolean {
    return this.#state === 'rejected'
  }
}

/** Without what depends on this reader: alignment and days. */
function canonicalForm(record: AggregateRecord): string {
  const { sourceIp, count, disposition, dkimAligned, spfAligned, overrides } = record
  const { headerFrom, envelopeFrom, envelopeTo, dkim, spf } = record
  const facts = [sourceIp, count, disposition, dkimAligned, spfAligned, overrides]
  return JSON.stringify([facts, headerFrom, envelopeFrom, envelopeTo, dkim, spf])
}
