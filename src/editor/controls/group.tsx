import type { ComponentChildren } from 'preact'
import { signal } from '@preact/signals'
import { Icon, chevronRightIcon } from '../../ui/icons/index.ts'

/** Names of the groups that few users open; folded until one opens them. */
const foldedAtFirst = ['more', 'band', 'responsive', 'conditions', 'advanced']
const storageKey = 'svc-folded-groups'

/** Names of the folded groups, shared by all blocks and cached in the browser. */
const folded = signal<ReadonlySet<string>>(new Set(readFolded() ?? foldedAtFirst))

/** Undefined if nothing is stored, or the browser denies storage to frames of other sites. */
function readFolded(): string[] | undefined {
  try {
    return localStorage.getItem(storageKey)?.split(' ')
  } catch {
    return undefined
  }
}

function fold(names: ReadonlySet<string>): void {
  folded.value = names
  try {
    localStorage.setItem(storageKey, [...names].join(' '))
  } catch {
    // Without storage it holds until the editor is closed.
  }
}

/** Opens groups to show a field; the stored choice of the user stays. */
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
  /** True if a value in it differs from the default, which is shown while it is folded. */
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
        fold(next)
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
