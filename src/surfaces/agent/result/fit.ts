import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { isRecord } from '../api/record.ts'
import type { Outcome, PagedList } from '../tool.ts'
import { markStrangers } from './strangers.ts'
import { estimateTokens } from './tokens.ts'

type Data = Record<string, unknown>
type Mark = (value: unknown) => unknown
type FittedOutcome = Pick<Outcome, 'data' | 'list' | 'isOwnText'>

/** Lengths of texts, tried in turn until the result fits. */
const textLengths = [limits.agentTextLength, 160, 60, 24] as const

/**
 * The data of a result, marked and within `limits.agentResultTokens`. A list begins at `cursor` and continues at
 * `next_cursor`, which are offsets; other data gets shorter texts, and finally loses
 * its longest members.
 */
export function fitData({ data, list, isOwnText }: FittedOutcome, cursor: string | undefined): Data {
  for (const length of textLengths) {
    const mark: Mark = isOwnText === true ? (value) => value : (value) => markStrangers(value, length)
    const fitted = list === undefined ? whole(data, mark) : page(data, { ...list, cursor, mark })
    if (fitted !== undefined) return fitted
  }
  const shortest = (value: unknown, maxTokens: number) =>
    withoutLongest(markStrangers(value, textLengths.at(-1)), maxTokens)
  if (list === undefined) return shortest(data, limits.agentResultTokens) as Data
  // One item and what is beside the list fit together.
  const mark: Mark = (value) => shortest(value, limits.agentResultTokens / 3)
  return page(data, { ...list, cursor, mark }) ?? (shortest(data, limits.agentResultTokens) as Data)
}

/** A value with the members that fit, the shortest first: a status or an id is never omitted for the text beside it. */
function withoutLongest(value: unknown, maxTokens: number): unknown {
  if (!isRecord(value) || costOf(value) <= maxTokens) return value
  const members = Object.entries(value)
    .map(([name, member]) => ({ name, member, cost: costOf({ [name]: member }) }))
    .toSorted((a, b) => a.cost - b.cost)
  let cost = costOf({ omitted: [], note: tooLong })
  const kept = members.filter((member) => (cost += member.cost) <= maxTokens)
  const omitted = members.slice(kept.length).map(({ name }) => name)
  return {
    ...Object.fromEntries(kept.map(({ name, member }) => [name, member])),
    omitted: omitted.slice(0, maxOmitted),
    note: tooLong,
  }
}

/** Names that a result lists of the members it omits. */
const maxOmitted = 20

const tooLong = 'Too long for one result. Request less, for example with a smaller limit or a narrower filter.'

/** Tokens of a value that a result contains twice: as structured content, and as JSON in its text. */
function costOf(value: unknown): number {
  const text = JSON.stringify(value)
  return estimateTokens(text) + estimateTokens(JSON.stringify(text))
}

function whole(data: Outcome['data'], mark: Mark): Data | undefined {
  const value = mark(data) as Data
  return costOf(value) <= limits.agentResultTokens ? value : undefined
}

function page(
  data: Outcome['data'],
  { member, start, cursor, mark }: PagedList & { cursor: string | undefined; mark: Mark },
): Data | undefined {
  const { [member]: items, next_cursor: next, ...rest } = data
  const all: readonly unknown[] = Array.isArray(items) ? items : []
  const offset = start ?? (cursor === undefined ? 0 : offsetOf(cursor))
  const first = start ?? 0
  const about = mark(rest) as Data
  const shown: unknown[] = []
  let cost = costOf({ ...about, [member]: [], next_cursor: next ?? '0000000' })
  for (const item of all.slice(offset - first)) {
    const value = mark(item)
    cost += costOf(value)
    if (cost > limits.agentResultTokens) break
    shown.push(value)
  }
  const end = offset + shown.length
  const isRest = end < first + all.length
  if (isRest && shown.length === 0) return undefined
  const following = isRest ? String(end) : next
  return { ...about, [member]: shown, ...(typeof following === 'string' ? { next_cursor: following } : {}) }
}

/** Fails with INVALID_CURSOR for a cursor that no result contained. */
export function offsetOf(cursor: string): number {
  if (!/^\d{1,7}$/.test(cursor))
    fail('INVALID_CURSOR', 'cursor must be the next_cursor of the previous result of this tool, or be omitted.')
  return Number(cursor)
}
