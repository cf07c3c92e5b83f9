import type { ComponentChildren } from 'preact'
import { signal } from '@preact/signals'
import { Icon, chevronRightIcon } from '../../ui/icons/index.ts'

/** The groups that people folded, by name, for all blocks alike. */
const folded = signal<ReadonlySet<string>>(new Set(['conditions', 'advanced']))

/** Unfolds groups by their names. */
export function unfold(names: readonly string[]): void {
  const next = new Set(folded.peek())
  for (const name of names) next.delete(name)
  if (next.size < folded.peek().size) folded.value = next
}

/** A part of a panel that folds; what is folded for one block is for the next. */
export function Group({
  name,
  title,
  children,
  mark,
  field,
}: {
  name: string
  title: string
  children: ComponentChildren
  mark?: boolean
  /** What all of it sets, for anyone who looks for it. */
  field?: string
}) {
  const isOpen = !folded.value.has(name)
  return (
    <details
      class="svc-group"
      data-field={field}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open === !folded.peek().has(name)) return
        const next = new Set(folded.peek())
        if (currentTarget.open) next.delete(name)
        else next.add(name)
        folded.value = next
      }}
    >
      <summary class="svc-group-head">
        <h3>{title}</h3>
        {mark === true ? <span class="svc-group-mark" /> : null}
        <Icon d={chevronRightIcon} size={14} />
      </summary>
      {isOpen ? <div class="svc-group-body">{children}</div> : null}
    </details>
  )
}
