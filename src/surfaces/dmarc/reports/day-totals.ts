import { unpackResult } from './result.ts'

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

/** Sums per day of the records of one report. The same records always have the same sums, so that they can be taken back. */
export class DayTotals {
  readonly firstDay: number
  readonly #days = new Map<number, DayTotal>()

  constructor(firstDay: number) {
    this.firstDay = firstDay
  }

  /** `spread` has the messages per day of the report; null if all count on its first day. */
  add({ messages, result, spread }: { messages: number; result: number; spread: readonly number[] | null }): void {
    if (spread === null) this.#count(this.firstDay, result, messages)
    else spread.forEach((each, index) => each !== 0 && this.#count(this.firstDay + index, result, each))
  }

  get days(): readonly DayTotal[] {
    return [...this.#days.values()]
  }

  #count(day: number, result: number, messages: number): void {
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
