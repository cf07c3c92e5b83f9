import type { ComponentChildren } from 'preact'
import { signal } from '@preact/signals'
import { Icon, chevronRightIcon } from '../../ui/icons/index.ts'

/** Names of the folded groups, shared by all blocks. */
const folded = signal<ReadonlySet<string>>(new Set(['conditions', 'advanced']))

export function unfold(names: readonly string[]): void {
  const next = new Set(folded.peek())
  for (const name of names) next.delete(name)
  if (next.size < folded.peek().size) folded.value = next
}

/** A foldable part of a panel; folding applies to all blocks. */
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
  /** Prefix of the properties that the group sets, for `openField`. */
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
