/** The bars of the benchmark: every figure beside its aim, with a verdict. */
import { median, printTable } from '../table.ts'

export interface Bar {
  readonly name: string
  /** Measured values, in the unit of the aim. */
  readonly values: readonly number[]
  readonly unit: string
  /** `max`: no value may be larger; `min`: none smaller. */
  readonly max?: number
  readonly min?: number
  /** Value that is compared: the worst unless given. */
  readonly judged?: { readonly name: string; readonly value: number }
}

/** Prints the bars and returns how many are missed. */
export function printBars(bars: readonly Bar[]): number {
  let missed = 0
  const rows = bars.map(({ judged, max, min, name, unit, values }) => {
    const worst = min === undefined ? Math.max(...values) : Math.min(...values)
    const compared = judged?.value ?? worst
    const isReached =
      values.length > 0 && (max === undefined || compared <= max) && (min === undefined || compared >= min)
    if (!isReached) missed++
    return [
      name,
      `${min === undefined ? '≤' : '≥'} ${(min ?? max ?? 0).toLocaleString('en-US')} ${unit}`,
      print(median([...values])),
      judged === undefined ? '' : `${judged.name} ${print(judged.value)}`,
      print(worst),
      isReached ? 'reached' : 'MISSED',
    ]
  })
  printTable(['bar', 'aim', 'median', 'judged', 'worst', 'verdict'], rows)
  return missed
}

function print(value: number): string {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(value < 10 ? 2 : 1)
}
