import { UsageError } from './command.ts'

/** Milliseconds; undefined without the flag. Throws UsageError. */
export function readTime(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  // Date.parse accepts almost anything; a time without a zone would depend on the machine.
  const isIso = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
  const time = isIso ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw new UsageError(`${flag} must be a time such as 2027-01-31T00:00:00Z.`)
  return time
}

/** The number of rows that a list shows. Throws UsageError. */
export function readLimit(text: string | undefined, { byDefault, max }: { byDefault: number; max: number }): number {
  if (text === undefined) return byDefault
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= max) return limit
  throw new UsageError(`--limit must be a whole number from 1 to ${max}.`)
}

/** One of the values of a flag or operand. Throws UsageError. */
export function readChoice<T extends string>(name: string, text: string, choices: readonly T[]): T {
  const choice = choices.find((each) => each === text)
  if (choice === undefined) throw new UsageError(`${name} must be one of ${choices.join(', ')}, not “${text}”.`)
  return choice
}
