import type { Db } from '../../../../platform/storage/index.ts'
import type { DomainRow } from '../../domains/index.ts'
import type { Thresholds, Trigger } from '../contract.ts'

/** A condition that holds now. */
export interface Condition {
  readonly trigger: Trigger
  /** Distinguishes conditions of one trigger; empty for the whole domain. */
  readonly key: string
  readonly severity: 'info' | 'warning' | 'critical'
  /** One sentence; names in it come from reports. */
  readonly summary: string
  readonly facts: Readonly<Record<string, string | number>>
}

export interface ConditionInput {
  readonly db: Db
  readonly domain: DomainRow
  readonly thresholds: Thresholds
  readonly nowMs: number
}

/** The conditions of one trigger that hold now, the most important first. */
export type FindConditions = (input: ConditionInput) => Promise<Condition[]>

/** A share from 0 to 1 as text with one decimal, such as `99.1 %`. */
export function printPercent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

/** The middle of sorted values; of two, their mean. */
export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}
