import { type AggregateRecord, explainRecord } from '../../../deliverability/reports/index.ts'

/** The records of one IP address and From domain with the same outcome. */
export interface SourceRow {
  source_ip: string
  header_from: string
  messages: number
  aligned: boolean
  disposition: AggregateRecord['disposition']
  why: string
}

/** Max rows of one report; further sources are only counted. */
const maxRows = 10_000

/** Adds up the records of a report by source. */
export class Tally {
  readonly #rows = new Map<string, SourceRow>()
  #omitted = 0
  aligned = 0
  messages = 0

  add(records: readonly AggregateRecord[]): void {
    for (const record of records) {
      const isAligned = record.dkimAligned || record.spfAligned
      this.messages += record.count
      if (isAligned) this.aligned += record.count
      const why = explainRecord(record)
      const key = JSON.stringify([record.sourceIp, record.headerFrom, record.disposition, isAligned, why])
      const row = this.#rows.get(key)
      if (row !== undefined) row.messages += record.count
      else if (this.#rows.size < maxRows)
        this.#rows.set(key, {
          source_ip: record.sourceIp,
          header_from: record.headerFrom,
          messages: record.count,
          aligned: isAligned,
          disposition: record.disposition,
          why,
        })
      else this.#omitted += record.count
    }
  }

  /** Largest first, failing before aligned ones of the same size. */
  rows(): SourceRow[] {
    return [...this.#rows.values()].toSorted(
      (one, other) => other.messages - one.messages || Number(one.aligned) - Number(other.aligned),
    )
  }

  /** Messages of sources beyond the max. */
  get omitted(): number {
    return this.#omitted
  }
}
