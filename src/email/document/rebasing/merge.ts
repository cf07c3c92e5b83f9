import { isEqual } from '../comparison/equal.ts'
import { isRecord } from '../reading/reading.ts'

/** Three versions of one value: the base, the concurrent change, and the requested one. */
export interface Versions {
  base: unknown
  theirs: unknown
  mine: unknown
}

/**
 * Three-way merge of a value: objects by member, anything else as a whole. Conflicting values keep `theirs` and add their
 * path (`style.color`) to `clashes`. Undefined is a missing value.
 */
export function mergeValue(versions: Versions, path: string, clashes: string[]): unknown {
  const { base, mine, theirs } = versions
  if (isEqual(mine, base) || isEqual(mine, theirs)) return theirs
  if (isEqual(theirs, base)) return mine
  if (isBundle(base) && isBundle(theirs) && isBundle(mine)) {
    const merged = mergeMembers({ base: base ?? {}, theirs: theirs ?? {}, mine: mine ?? {} }, path, clashes)
    const isGone = theirs === undefined || mine === undefined
    return isGone && Object.keys(merged).length === 0 ? undefined : merged
  }
  clashes.push(path)
  return theirs
}

/** Three-way merge of a list whose items are identified by one of their members. New items come last. */
export function mergeKeyed(
  versions: Versions,
  { key, path }: { key: string; path: string },
  clashes: string[],
): unknown {
  const [base, theirs, mine] = [versions.base, versions.theirs, versions.mine].map((list) => keyed(list, key))
  if (base === undefined || theirs === undefined || mine === undefined) return mergeValue(versions, path, clashes)
  const merged = mergeMembers({ base, theirs, mine }, path, clashes)
  return Object.values(merged)
}

function isBundle(value: unknown): value is Record<string, unknown> | undefined {
  return value === undefined || isRecord(value)
}

function keyed(list: unknown, key: string): Record<string, unknown> | undefined {
  if (!Array.isArray(list)) return undefined
  // Without the prefix, a numeric name such as 5 would be sorted before all others.
  return Object.fromEntries(
    list.map((item, at): [string, unknown] => [`${isRecord(item) ? String(item[key]) : at} `, item]),
  )
}

function mergeMembers(
  { base, mine, theirs }: Record<keyof Versions, Record<string, unknown>>,
  path: string,
  clashes: string[],
): Record<string, unknown> {
  const merged: Record<string, unknown> = {}
  for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
    const value = mergeValue(
      { base: own(base, key), theirs: own(theirs, key), mine: own(mine, key) },
      `${path}.${key.trimEnd()}`,
      clashes,
    )
    if (value !== undefined) merged[key] = value
  }
  return merged
}

function own(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
