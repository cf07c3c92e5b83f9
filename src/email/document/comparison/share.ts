/**
 * The later of two JSON values, with objects of the earlier one reused wherever both serialize identically, so that
 * unchanged parts are detected by identity. Another order of members is a change. List items are matched by id, items
 * without an id by index. Changes neither value.
 */
export function shareUnchanged<T>(before: T, after: T): T {
  return shared(before, after) as T
}

function shared(before: unknown, after: unknown): unknown {
  if (Object.is(before, after)) return before
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return after
  if (Array.isArray(before)) return Array.isArray(after) ? sharedList(before, after) : after
  return Array.isArray(after) ? after : sharedRecord(before as Members, after as Members)
}

type Members = Record<string, unknown>

const ordinary = { configurable: true, enumerable: true, writable: true }

function sharedRecord(before: Members, after: Members): Members {
  const names = Object.keys(after)
  const known = Object.keys(before)
  let isSame = names.length === known.length
  const result: Members = {}
  for (let at = 0; at < names.length; at++) {
    const name = names[at] as string
    const value = shared(Object.hasOwn(before, name) ? before[name] : undefined, after[name])
    if (isSame && (known[at] !== name || !Object.is(value, before[name]))) isSame = false
    // Caller data may have a member of this name, which an assignment would not create.
    if (name === '__proto__') Object.defineProperty(result, name, { value, ...ordinary })
    else result[name] = value
  }
  return isSame ? before : result
}

function sharedList(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const byId = idOf(after[0]) === undefined ? undefined : new Map(before.map((item) => [idOf(item), item]))
  const result = after.map((item, at) => shared(byId === undefined ? before[at] : byId.get(idOf(item)), item))
  const isSame = result.length === before.length && result.every((item, at) => Object.is(item, before[at]))
  return isSame ? before : result
}

function idOf(item: unknown): unknown {
  return typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined
}
