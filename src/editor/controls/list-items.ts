import { type Target, readAt, writeAt } from '../fields/index.ts'
import type { FieldRowProps } from './row.ts'

/** An item of a list as the target of its fields; writing it writes the list. */
export function itemTarget<Item extends Readonly<Record<string, unknown>>>(
  { target, field: { prop } }: FieldRowProps,
  at: number,
  { read, isOptional }: { read: () => readonly Item[]; isOptional: Target['isOptional'] },
): Target {
  return {
    read: (inner) => readAt(read()[at], inner),
    inherited: () => undefined,
    write(label, inner, value, besides) {
      const items = read().map((item, index) => (index === at ? writeAt(item, inner, value) : item))
      target.write(label, prop, items, besides)
    },
    isLocked: () => target.isLocked(prop),
    isOptional,
    isMixed: () => false,
    isMobile: () => false,
    isReset: () => false,
  }
}

/** The place of an item's fields in the block. */
export function itemPlace({ field: { prop }, place = '' }: FieldRowProps, at: number): string {
  return `${place}${prop}.${at}.`
}

/** Returns the same items if the new index is out of range. */
export function moveItem<Item>(items: readonly Item[], from: number, by: number): Item[] {
  const to = from + by
  const next = [...items]
  const [item] = next.splice(from, 1)
  if (item === undefined || to < 0 || to >= items.length) return [...items]
  next.splice(to, 0, item)
  return next
}

export function copyItem<Item>(items: readonly Item[], at: number): Item[] {
  return items.flatMap((item, index) => (index === at ? [item, structuredClone(item)] : [item]))
}

export function dropItem<Item>(items: readonly Item[], at: number): Item[] {
  return items.filter((_item, index) => index !== at)
}
