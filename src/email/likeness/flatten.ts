import type { DisplayItem } from '../layout/index.ts'

/** An item without its groups; `opacity` is that of all groups around it. */
export interface FlatItem {
  item: Exclude<DisplayItem, { kind: 'group' }>
  opacity: number
}

/** The items in painting order, with groups dissolved. */
export function flatten(items: readonly DisplayItem[]): FlatItem[] {
  const out: FlatItem[] = []
  addItems(items, 1, out)
  return out
}

function addItems(items: readonly DisplayItem[], opacity: number, out: FlatItem[]): void {
  for (const item of items) {
    if (item.kind !== 'group') out.push({ item, opacity })
    else addItems(item.items, opacity * item.opacity, out)
  }
}
