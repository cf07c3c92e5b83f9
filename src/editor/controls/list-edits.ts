/** A list with one item moved by some places; the same list when it cannot go there. */
export function moveItem<Item>(items: readonly Item[], from: number, by: number): Item[] {
  const to = from + by
  const next = [...items]
  const [item] = next.splice(from, 1)
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  next.splice(to, 0, item)
  return next
}

/** A list with a copy of one item behind it. */
export function copyItem<Item>(items: readonly Item[], at: number): Item[] {
  return items.flatMap((item, index) => (index === at ? [item, structuredClone(item)] : [item]))
}

/** A list without one item. */
export function dropItem<Item>(items: readonly Item[], at: number): Item[] {
  return items.filter((_item, index) => index !== at)
}
