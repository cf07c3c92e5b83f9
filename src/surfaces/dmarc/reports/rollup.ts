import { rolledUp, unpackResult } from './result.ts'

/** A record as it is stored, with the names that decide its rollup. */
export interface CountedRecord {
  readonly ip: string
  readonly messages: number
  readonly result: number
  /** Messages per day of the report; null if all count on its first day. */
  readonly spread: readonly number[] | null
  readonly headerFrom: string
  readonly signer: string
  readonly mailer: string
}

export interface RollupRow {
  readonly day: number
  readonly ip: string
  readonly headerFrom: string
  readonly signer: string
  readonly mailer: string
  readonly result: number
  messages: number
}

export interface DayTotal {
  readonly day: number
  messages: number
  compliant: number
  dkimAligned: number
  spfAligned: number
  none: number
  quarantine: number
  reject: number
  pass: number
}

/** The sums of the records of one report. The same records always have the same sums, so that they can be taken back. */
export class Rollup {
  readonly #rows = new Map<string, RollupRow>()
  readonly #days = new Map<number, DayTotal>()

  readonly firstDay: number

  constructor(firstDay: number) {
    this.firstDay = firstDay
  }

  add(record: CountedRecord): void {
    const { messages, spread } = record
    if (spread === null) this.#count(record, this.firstDay, messages)
    else spread.forEach((each, index) => each !== 0 && this.#count(record, this.firstDay + index, each))
  }

  get rows(): readonly RollupRow[] {
    return [...this.#rows.values()]
  }

  get days(): readonly DayTotal[] {
    return [...this.#days.values()]
  }

  #count({ headerFrom, ip, mailer, result: full, signer }: CountedRecord, day: number, messages: number): void {
    const result = rolledUp(full)
    const key = `${day} ${ip} ${headerFrom} ${signer} ${mailer} ${result}`
    const row = this.#rows.get(key)
    if (row === undefined) this.#rows.set(key, { day, ip, headerFrom, signer, mailer, result, messages })
    else row.messages += messages
    const total = this.#days.get(day) ?? emptyDay(day)
    addToDay(total, result, messages)
    this.#days.set(day, total)
  }
}

export function emptyDay(day: number): DayTotal {
  return { day, messages: 0, compliant: 0, dkimAligned: 0, spfAligned: 0, none: 0, quarantine: 0, reject: 0, pass: 0 }
}

/** Compliant: DKIM or SPF is aligned, as the reporter says. */
export function addToDay(total: Omit<DayTotal, 'day'>, packed: number, messages: number): void {
  const { disposition, dkimAligned, spfAligned } = unpackResult(packed)
  total.messages += messages
  if (dkimAligned || spfAligned) total.compliant += messages
  if (dkimAligned) total.dkimAligned += messages
  if (spfAligned) total.spfAligned += messages
  total[disposition] += messages
}
