import { limits } from '../../../kernel/limits.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { dayOf } from '../days.ts'
import type { DomainRow } from '../domains/index.ts'
import type { DayRange } from '../range.ts'
import { type ClassifiedMail, classifyDomain } from './classified.ts'

interface Entry {
  readonly revision: number
  readonly mail: Promise<ClassifiedMail>
  /** With rows of failing mail. */
  streams: number
}

/**
 * Classified mail of domains, cached by the revision of its facts; of older days that a report left as they were, the sums
 * are used again. Mail of other domains, which is weak evidence about shared
 * hosts, counts as it was at that revision. The cache is limited by streams, and rows of failing mail; the least recently used ranges are evicted.
 */
export class DomainClasses {
  /** Least recently used first. */
  readonly #entries = new Map<string, Entry>()
  #streams = 0

  /** The mail of a range; `domain` as just read. */
  read(db: Db, domain: DomainRow, range: DayRange): Promise<ClassifiedMail> {
    // Expiry deletes such days without a new revision.
    if (range.fromDay <= dayOf(db.nowMs()) - limits.dmarcTotalDays) return classifyDomain(db, domain, range)
    const key = `${domain.no} ${range.fromDay} ${range.toDay}`
    const cached = this.#entries.get(key)
    const isCurrent = cached?.revision === domain.factsRevision
    const entry = isCurrent ? cached : this.#load(key, { db, domain, range }, cached)
    this.#entries.delete(key)
    this.#entries.set(key, entry)
    return entry.mail
  }

  #load(
    key: string,
    { db, domain, range }: { db: Db; domain: DomainRow; range: DayRange },
    before: Entry | undefined,
  ): Entry {
    this.#evict(key)
    const known = before?.mail.then(
      ({ past }) => past,
      () => undefined,
    )
    const mail =
      known === undefined
        ? classifyDomain(db, domain, range)
        : known.then((past) => classifyDomain(db, domain, range, past))
    const entry: Entry = { revision: domain.factsRevision, mail, streams: 0 }
    mail.then(
      ({ classified, failing, past }) =>
        this.#weigh(key, entry, classified.length + failing.length + (past?.sums.size ?? 0)),
      () => this.#entries.get(key) === entry && this.#evict(key),
    )
    return entry
  }

  #weigh(key: string, entry: Entry, streams: number): void {
    if (this.#entries.get(key) !== entry) return
    entry.streams = streams
    this.#streams += streams
    for (const oldest of this.#entries.keys()) {
      if (this.#streams <= limits.dmarcCachedStreams) return
      this.#evict(oldest)
    }
  }

  #evict(key: string): void {
    this.#streams -= this.#entries.get(key)?.streams ?? 0
    this.#entries.delete(key)
  }
}
