import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'

/** Makes each item once until a dependency changes, so that a scroll renders only lines that are new. */
export function useKept<T extends object>(
  deps: readonly unknown[],
  make: (item: T, index: number) => ComponentChildren,
): (item: T, index: number) => ComponentChildren {
  const made = useMemo(() => new Map<T, { index: number; node: ComponentChildren }>(), [...deps])
  return (item, index) => {
    const kept = made.get(item)
    if (kept?.index === index) return kept.node
    const node = make(item, index)
    made.set(item, { index, node })
    return node
  }
}
