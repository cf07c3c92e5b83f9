import { type Target, readAt, writeAt } from '../fields/index.ts'
import type { FieldRowProps } from './row.ts'

/** One item of a list as the target of its fields: writing it writes the list. */
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
