import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon, chevronRightIcon } from '../icons/index.ts'
import { type Line, between, findByLetter, isAlong, isMenuKey, readTreeKey } from './tree-keys.ts'

export interface TreeItem {
  id: string
  label: string
  icon?: string | undefined
  children: readonly TreeItem[]
  isDimmed?: boolean | undefined
}

export interface TreeProps {
  label: string
  items: readonly TreeItem[]
  /** Keyboard navigation starts at the last one. */
  selected: readonly string[]
  closed: ReadonlySet<string>
  onSelect: (id: string) => void
  /** For multiple selection: Ctrl toggles a line, Shift selects a range, which ends at the last id given. */
  onSelectAll?: (ids: readonly string[]) => void
  onToggle: (id: string) => void
  onHover?: (id: string | undefined) => void
  /** Keys that the tree does not handle; returns true if handled. */
  onKey?: (event: KeyboardEvent, id: string) => boolean
  onPointerDown?: (event: PointerEvent, id: string) => void
  /** Lines can be dragged by the browser; the container listens. */
  isDraggable?: boolean | undefined
  /** A context menu was requested; position in px of the window. */
  onMenu?: (id: string, at: { left: number; top: number }) => void
  /** A line with a mark, such as the drop position. */
  marked?: { id: string; part: 'before' | 'inside' | 'after' } | undefined
  /** After the label, such as buttons; for the pointer only, so keys must do the same. */
  renderEnd?: (item: TreeItem) => ComponentChildren
  /** Replaces the label, such as by a field to rename. */
  renderLabel?: (item: TreeItem) => ComponentChildren
}

interface VisibleLine extends Line {
  item: TreeItem
  position: number
  count: number
}

/** A tree view with one tab stop (APG, tree view). */
export function Tree(props: TreeProps) {
  const list = useRef<HTMLUListElement>(null)
  const lines = [...linesOf(props.items, props.closed, 0)]
  const ids = lines.map(({ id }) => id)
  const current = props.selected.at(-1)
  const selectedAt = ids.indexOf(current ?? '')
  const stop = Math.max(0, selectedAt)
  // The start of a range selection.
  const start = useRef<string | undefined>(undefined)
  const focusLine = (id: string) => list.current?.querySelector<HTMLElement>(`[data-line="${CSS.escape(id)}"]`)?.focus()
  useLayoutEffect(() => {
    if (selectedAt >= 0) list.current?.children[selectedAt]?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const focusKept = useKeptFocus(list, ids, ids[stop])
  const chooseUpTo = (id: string) => props.onSelectAll?.(between(ids, start.current ?? current ?? id, id))
  const choose = (event: MouseEvent | KeyboardEvent, id: string) => {
    if (props.onSelectAll !== undefined && event.shiftKey) return chooseUpTo(id)
    start.current = id
    if (props.onSelectAll === undefined || !(event.ctrlKey || event.metaKey)) return props.onSelect(id)
    const others = props.selected.filter((each) => each !== id)
    props.onSelectAll(others.length < props.selected.length ? others : [...others, id])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const line = (event.target as HTMLElement).dataset['line']
    if (line === undefined) return
    const at = ids.indexOf(line)
    if (props.onKey?.(event, line) === true) return event.preventDefault()
    if (props.onMenu !== undefined && isMenuKey(event)) {
      event.preventDefault()
      event.stopPropagation()
      const { left, right, bottom } = (event.target as HTMLElement).getBoundingClientRect()
      const isRtl = getComputedStyle(event.target as HTMLElement).direction === 'rtl'
      return props.onMenu(line, { left: isRtl ? right - 24 : left + 24, top: bottom - 4 })
    }
    if (event.altKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      return choose(event, line)
    }
    if (event.ctrlKey || event.metaKey) return
    const isRtl = getComputedStyle(event.target as HTMLElement).direction === 'rtl'
    const key = isRtl ? (mirrored[event.key] ?? event.key) : event.key
    const move = readTreeKey(key, lines, at) ?? byLetter(event, lines, at)
    if (move === undefined) return
    event.preventDefault()
    event.stopPropagation()
    if (move.kind !== 'focus') return props.onToggle(move.id)
    if (event.shiftKey && isAlong(event.key) && props.onSelectAll !== undefined) {
      start.current ??= line
      chooseUpTo(move.id)
    } else start.current = move.id
    focusLine(move.id)
  }
  return (
    <ul
      ref={list}
      role="tree"
      aria-label={props.label}
      aria-multiselectable={props.onSelectAll === undefined ? undefined : 'true'}
      class="svc-tree"
      {...focusKept}
      onKeyDown={onKeyDown}
      onPointerLeave={() => props.onHover?.(undefined)}
    >
      {lines.map((line, index) => (
        <li
          key={line.id}
          role="treeitem"
          data-line={line.id}
          aria-level={line.depth + 1}
          aria-posinset={line.position}
          aria-setsize={line.count}
          aria-expanded={line.hasChildren ? line.isOpen : undefined}
          aria-selected={props.selected.includes(line.id)}
          aria-label={line.item.label}
          data-mark={props.marked?.id === line.id ? props.marked.part : undefined}
          tabIndex={index === stop ? 0 : -1}
          draggable={props.isDraggable}
          class={`svc-line${line.item.isDimmed ? ' svc-dimmed' : ''}`}
          style={{ paddingInlineStart: `${6 + line.depth * 16}px` }}
          onClick={(event) => choose(event, line.id)}
          onContextMenu={(event) => {
            if (props.onMenu === undefined || event.target instanceof HTMLInputElement) return
            event.preventDefault()
            event.currentTarget.focus()
            props.onMenu(line.id, { left: event.clientX, top: event.clientY })
          }}
          onPointerEnter={() => props.onHover?.(line.id)}
          onPointerDown={(event) => props.onPointerDown?.(event, line.id)}
        >
          <span
            class={`svc-fold${line.isOpen ? ' svc-open' : ''}`}
            aria-hidden="true"
            // A drag listener would capture the click.
            onPointerDown={(event) => event.stopPropagation()}
            onClick={(event) => {
              event.stopPropagation()
              props.onToggle(line.id)
            }}
          >
            {line.hasChildren ? <Icon d={chevronRightIcon} size={14} /> : null}
          </span>
          {line.item.icon === undefined ? null : <Icon d={line.item.icon} size={14} />}
          <span class="svc-line-label" dir="auto">
            {props.renderLabel?.(line.item) ?? line.item.label}
          </span>
          {props.renderEnd?.(line.item)}
        </li>
      ))}
    </ul>
  )
}

/** Moves the focus back to the tree when the focused line is removed. */
function useKeptFocus(list: RefObject<HTMLElement | null>, ids: readonly string[], next: string | undefined) {
  const held = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    if (held.current === undefined || ids.includes(held.current) || document.activeElement !== document.body) return
    list.current?.querySelector<HTMLElement>(`[data-line="${CSS.escape(next ?? '')}"]`)?.focus()
  })
  return {
    onFocusIn: (event: FocusEvent) => (held.current = lineOf(event.target)),
    // A removed element fires focusout without a related target.
    onFocusOut: (event: FocusEvent) => {
      if (event.relatedTarget !== null) held.current = undefined
    },
  }
}

function lineOf(target: EventTarget | null): string | undefined {
  return (target as HTMLElement | null)?.closest<HTMLElement>('[data-line]')?.dataset['line']
}

const mirrored: Record<string, string> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

function byLetter({ key }: KeyboardEvent, lines: readonly VisibleLine[], at: number) {
  if (key.length !== 1) return undefined
  const found =
    lines[
      findByLetter(
        key,
        lines.map(({ item }) => item.label),
        at,
      )
    ]
  return found === undefined ? undefined : { kind: 'focus' as const, id: found.id }
}

function* linesOf(items: readonly TreeItem[], closed: ReadonlySet<string>, depth: number): Generator<VisibleLine> {
  for (const [index, item] of items.entries()) {
    const hasChildren = item.children.length > 0
    const isOpen = hasChildren && !closed.has(item.id)
    yield { id: item.id, depth, hasChildren, isOpen, item, position: index + 1, count: items.length }
    if (isOpen) yield* linesOf(item.children, closed, depth + 1)
  }
}
