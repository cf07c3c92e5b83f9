import type { ReadonlySignal, Signal } from '@preact/signals'
import type { Template } from '../../api/index.ts'

/** Selected templates by id; they stay selected when the filter changes. */
export interface Selection {
  ids: ReadonlySignal<ReadonlyMap<string, Template>>
  toggle(template: Template): void
  /** Selects the shown templates up to one, from the one that was selected last. */
  extend(template: Template, shown: readonly Template[]): void
  clear(): void
}

export function createSelection(ids: Signal<ReadonlyMap<string, Template>>, last: { current: string }): Selection {
  return {
    ids,
    toggle(template) {
      const next = new Map(ids.peek())
      if (!next.delete(template.id)) next.set(template.id, template)
      last.current = template.id
      ids.value = next
    },
    extend(template, shown) {
      const at = shown.findIndex(({ id }) => id === template.id)
      const from = shown.findIndex(({ id }) => id === last.current)
      const [start, end] = from === -1 ? [at, at] : [Math.min(at, from), Math.max(at, from)]
      const range = shown.slice(start, end + 1).map((each) => [each.id, each] as const)
      ids.value = new Map([...ids.peek(), ...range])
    },
    clear: () => void (ids.value = new Map()),
  }
}
