import type {
  AggregateHeader,
  AggregateSummary,
  Authentication,
  BatchSink,
  FailureReport,
  RecordBatch,
  Rejection,
  TlsReport,
} from '../../../deliverability/reports/index.ts'
import { parentDomains } from '../../../deliverability/address/index.ts'
import { type Db, statementwise } from '../../../platform/storage/index.ts'
import { dayOf } from '../days.ts'
import { type DomainRow, selectNearest } from '../domains/index.ts'
import type { Arrival, IntakeDeps, IntakeResult } from './arrival.ts'
import { authSetOf } from './auth-set.ts'
import { type Committed, type RecordOwner, commitReport, quarantineReport } from './commit.ts'
import { DayTotals } from './day-totals.ts'
import { type Draft, draftOf, rowOf } from './draft.ts'
import { discardStaged } from './discard.ts'
import type { StoredReport } from './keep-file.ts'
import { type NewRecord, type NewSet, insertRecords, internSets } from './record-store.ts'
import { type Override, overrideOf, packResult } from './result.ts'
import { insertReport } from './store.ts'

/** Records in memory before they are staged; a report of fewer is written in one transaction. */
const maxPending = 2000

/** An authentication set of the report. Hash and text are empty once it is stored. */
interface Interned extends NewSet {
  hash: string
  text: string
  /** Undefined until it is stored. */
  no: number | undefined
  readonly override: Override
}

interface Pending {
  readonly ip: string
  readonly messages: number
  readonly result: number
  readonly spread: readonly number[] | null
  readonly set: Interned
}

/** An aggregate report while it is read. */
interface Reading {
  readonly header: AggregateHeader
  readonly domain: DomainRow | undefined
  readonly totals: DayTotals
  /** By the number that records refer to. */
  sets: Interned[]
  pending: Pending[]
  position: number
  stagedNo: number | undefined
  /** Ends when the slice that is being staged is stored. */
  staging: Promise<void>
}

/** Stores what a reader finds. Large reports are staged in slices, and counted when they are complete. */
export class IntakeSink implements BatchSink {
  readonly results: IntakeResult[] = []
  /** Reports that may refer to the file. */
  readonly stored: StoredReport[] = []
  /**
   * True if the file contains a message of a person: that of a failure report, stored or refused, which is redacted in the
   * report, or of another feedback report.
   */
  hasMessage = false
  readonly #deps: IntakeDeps
  readonly #arrival: Arrival
  #reading: Reading | undefined

  constructor(deps: IntakeDeps, arrival: Arrival) {
    this.#deps = deps
    this.#arrival = arrival
  }

  async begin(header: AggregateHeader): Promise<void> {
    this.#reading = {
      header,
      domain: await this.#domainOf(header.policy.domain),
      totals: new DayTotals(dayOf(header.days[0] ?? header.range.begin)),
      sets: [],
      pending: [],
      position: 0,
      stagedNo: undefined,
      staging: Promise.resolve(),
    }
  }

  async batch({ added, isFresh, rows }: RecordBatch): Promise<void> {
    const reading = this.#reading
    if (reading?.domain === undefined) return
    if (isFresh) reading.sets = []
    for (const authentication of added) reading.sets.push(this.#setOf(authentication))
    for (const [row, number] of rows) {
      const set = reading.sets[number]
      if (set === undefined) throw new Error(`A record refers to set ${number} of ${reading.sets.length}.`)
      const pending: Pending = {
        ip: row.sourceIp,
        messages: row.count,
        result: packResult({ ...row, override: set.override }),
        spread: reading.header.days.length > 1 ? row.perDay : null,
        set,
      }
      reading.pending.push(pending)
      reading.totals.add(pending)
    }
    if (reading.pending.length < maxPending) return
    // One slice is written while the next is read.
    await reading.staging
    const slice = reading.pending
    reading.pending = []
    reading.staging = this.#stage(reading, reading.domain, slice)
    reading.staging.catch(() => undefined)
  }

  async end(summary: AggregateSummary): Promise<void> {
    const reading = this.#reading
    if (reading === undefined) return
    await reading.staging
    const draft = { ...draftOf(reading.header, summary, this.#deps.hash), sender: this.#arrival.sender }
    if (reading.domain === undefined) {
      this.#reading = undefined
      return this.#quarantine(draft)
    }
    const committed = await commitReport(this.#deps.store, {
      draft,
      domain: reading.domain,
      via: this.#arrival.via,
      stagedNo: reading.stagedNo,
      totals: reading.totals,
      write: (db, report) =>
        this.#write(reading.pending, { db, report, domainNo: reading.domain?.no ?? 0, position: reading.position }),
    })
    this.#reading = undefined
    if (reading.stagedNo !== undefined && !committed.isCounted)
      await discardStaged(this.#deps.store, { no: reading.stagedNo, records: reading.position })
    this.#push(draft, committed, reading.domain)
  }

  async failure(report: FailureReport): Promise<void> {
    this.hasMessage = true
    const name = report.reportedDomain?.toLowerCase() ?? ''
    const at = report.arrivedAt ?? this.#deps.store.read.nowMs()
    const draft: Draft = {
      type: 'failure',
      policyDomain: name,
      organization: (report.reporter.mta ?? report.reporter.from ?? report.reporter.userAgent ?? '').slice(0, 255),
      reportId: report.contentHash,
      range: { begin: at, end: at },
      // The time of arrival is unknown for some, so that the content alone identifies the report.
      keyHash: this.#deps.hash(JSON.stringify(['failure', name, report.contentHash])),
      contentHash: report.contentHash,
      header: report,
      records: 0,
      messages: report.incidents,
      warnings: report.warnings,
      sender: this.#arrival.sender,
    }
    const domain = await this.#domainOf(name)
    if (domain === undefined) return this.#quarantine(draft)
    if (!domain.acceptsFailures)
      return this.#refuse(draft, {
        code: 'failure_reports_disabled',
        reason: 'Failure reports are switched off for the domain (failure_reports).',
      })
    await this.#commitWhole(draft, domain)
  }

  async tls(report: TlsReport): Promise<void> {
    const named = report.policies.find(({ domain }) => domain !== '')?.domain.toLowerCase()
    const name = named ?? this.#arrival.only?.domain ?? ''
    const sessions = report.policies.reduce((sum, { failed, successful }) => sum + failed + successful, 0)
    const draft: Draft = {
      type: 'tls',
      policyDomain: name,
      organization: report.organization.slice(0, 255),
      reportId: report.reportId,
      range: report.range,
      keyHash: this.#deps.hash(
        JSON.stringify(['tls', name, report.organization, report.reportId, report.range.begin, report.range.end]),
      ),
      contentHash: report.contentHash,
      header: { contact: report.contact },
      records: report.policies.length,
      messages: sessions,
      warnings: report.warnings,
      policies: report.policies,
      sender: this.#arrival.sender,
    }
    const domain = await this.#domainOf(name)
    if (domain === undefined) return this.#quarantine(draft)
    await this.#commitWhole(draft, domain)
  }

  async rejected({ code, name, reason }: Rejection): Promise<void> {
    const reading = this.#reading
    await this.abandon()
    if (code === 'other_feedback') this.hasMessage = true
    this.results.push({
      status: 'rejected',
      type: reading === undefined ? null : 'aggregate',
      reportId: reading?.header.reportId ?? null,
      ...(reading === undefined ? {} : { domain: reading.header.policy.domain }),
      records: 0,
      messages: 0,
      warnings: [],
      code,
      reason: name === undefined ? reason : `${name.slice(0, 100)}: ${reason}`,
    })
  }

  /** Deletes what was staged of a report that will not be complete. */
  async abandon(): Promise<void> {
    const reading = this.#reading
    this.#reading = undefined
    await reading?.staging.catch(() => undefined)
    if (reading?.stagedNo !== undefined)
      await discardStaged(this.#deps.store, { no: reading.stagedNo, records: reading.position })
  }

  #setOf(authentication: Authentication): Interned {
    const text = JSON.stringify(authSetOf(authentication))
    const override = overrideOf(authentication.overrides.map(({ type }) => type))
    return { hash: this.#deps.hash(text), text, no: undefined, override }
  }

  async #stage(reading: Reading, domain: DomainRow, slice: readonly Pending[]): Promise<void> {
    const { store } = this.#deps
    const row = this.#stagedRow(reading, domain)
    reading.stagedNo ??= await store.tx((db) => insertReport(db, row), statementwise)
    const report = { no: reading.stagedNo, recordsUntil: row.recordsUntil }
    const { position } = reading
    const numbers = await store.tx(
      (db) => this.#write(slice, { db, report, domainNo: domain.no, position }),
      statementwise,
    )
    for (const { set } of slice) {
      if (set.no !== undefined) continue
      set.no = numbers.get(set.hash)
      set.hash = ''
      set.text = ''
    }
    reading.position += slice.length
  }

  /** Writes records from a position on; returns the numbers of new sets. It may run again, so it changes nothing in memory. */
  async #write(
    pending: readonly Pending[],
    { db, domainNo, position, report }: { db: Db; report: RecordOwner; domainNo: number; position: number },
  ): Promise<Map<string, number>> {
    const { no, recordsUntil } = report
    const unstored = new Map(pending.flatMap(({ set }) => (set.no === undefined ? [[set.hash, set] as const] : [])))
    const numbers = await internSets(db, { domainNo, untilMs: recordsUntil }, [...unstored.values()])
    const records = pending.map(({ ip, messages, result, set, spread }, index): NewRecord => ({
      position: position + index,
      ip,
      messages,
      result,
      setNo: set.no ?? numbers.get(set.hash) ?? 0,
      spread,
    }))
    await insertRecords(db, no, records)
    return numbers
  }

  #stagedRow({ header }: Reading, domain: DomainRow) {
    const unread = { records: 0, messages: 0, skipped: 0, perDay: [], warnings: [], contentHash: '' }
    const nowMs = this.#deps.store.read.nowMs()
    const draft = draftOf(header, unread, this.#deps.hash)
    return rowOf(draft, { domain, via: this.#arrival.via, state: 'staged', nowMs })
  }

  async #commitWhole(draft: Draft, domain: DomainRow): Promise<void> {
    const committed = await commitReport(this.#deps.store, {
      draft,
      domain,
      via: this.#arrival.via,
      stagedNo: undefined,
      totals: undefined,
      write: async () => undefined,
    })
    this.#push(draft, committed, domain)
  }

  async #quarantine(draft: Draft): Promise<void> {
    const { projectId, via } = this.#arrival
    // Who only knows the address of a domain stores nothing about others.
    if (this.#arrival.only !== undefined || draft.policyDomain === '' || draft.type === 'failure')
      return this.#refuse(draft, {
        code: 'domain_not_registered',
        reason: `The project does not have the domain ${draft.policyDomain || 'of the report'}.`,
      })
    const { id, isDuplicate } = await quarantineReport(this.#deps.store, { draft, projectId, via })
    this.stored.push({ id, contentHash: draft.contentHash, policyDomain: draft.policyDomain, domain: undefined })
    this.results.push({
      status: isDuplicate ? 'duplicate' : 'quarantined',
      ...shown(draft),
      id,
      code: 'domain_not_registered',
      reason: `The project does not have the domain ${draft.policyDomain}; the report is stored and not counted.`,
    })
  }

  #refuse(draft: Draft, { code, reason }: { code: string; reason: string }): void {
    this.results.push({ status: 'rejected', ...shown(draft), records: 0, messages: 0, code, reason })
  }

  #push(draft: Draft, { code, id, isCounted, reason, status }: Committed, domain: DomainRow) {
    if (isCounted && id !== undefined && draft.type !== 'failure')
      this.stored.push({ id, contentHash: draft.contentHash, policyDomain: draft.policyDomain, domain })
    this.results.push({
      status,
      ...shown(draft),
      domain: domain.domain,
      ...(id === undefined ? {} : { id }),
      ...(code === undefined ? {} : { code }),
      ...(reason === undefined ? {} : { reason }),
    })
  }

  /** The nearest domain of the project at or above the name; with `only`, that one or none. */
  async #domainOf(name: string): Promise<DomainRow | undefined> {
    const { only, projectId } = this.#arrival
    if (only !== undefined && (name === only.domain || name.endsWith(`.${only.domain}`))) return only
    if (name === '') return undefined
    return selectNearest(this.#deps.store.read, projectId, parentDomains(name))
  }
}

function shown(draft: Draft) {
  return {
    type: draft.type,
    reportId: draft.reportId,
    domain: draft.policyDomain,
    records: draft.records,
    messages: draft.messages,
    warnings: draft.warnings,
  }
}
