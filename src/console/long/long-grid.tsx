import { useSignal } from '@preact/signals'
import type { ComponentChildren, Ref } from 'preact'
import { useCallback, useLayoutEffect, useRef } from 'preact/hooks'
import { useKept } from './use-kept.ts'
import { useWindow } from './use-window.ts'

/** What the `li` of an item has. */
export interface CellProps {
  key: string
  ref?: Ref<HTMLLIElement>
  'data-index'?: number
  'aria-setsize'?: number
  'aria-posinset'?: number
}

interface LongGridProps<T> {
  label: string
  /** Of the list, whose style lays it out as a grid. */
  class: string
  items: readonly T[]
  keyOf: (item: T) => string
  /** The service has more items than these. */
  hasMore: boolean
  /** One `li`. */
  children: (item: T, cell: CellProps) => ComponentChildren
}

const shortCells = 100
const lineHeight = 320

/** A grid of any number of cells: of a long one only the lines near the screen exist. */
export function LongGrid<T extends object>(props: LongGridProps<T>) {
  const { children, items, keyOf, label } = props
  if (items.length > shortCells) return <WindowedGrid {...props} />
  return (
    <ul class={props.class} aria-label={label}>
      {items.map((item) => children(item, { key: keyOf(item) }))}
    </ul>
  )
}

function WindowedGrid<T extends object>({ children, class: name, hasMore, items, keyOf, label }: LongGridProps<T>) {
  const list = useRef<HTMLUListElement>(null)
  const grid = useSignal({ columns: 1, gap: 0 })
  const { columns, gap } = grid.value
  const keyAt = useCallback((line: number) => keyOf(items[line * columns] as T), [items, columns])
  const { after, forget, lines, measure } = useWindow({
    body: list,
    count: Math.ceil(items.length / columns),
    estimate: lineHeight,
    beyond: 2,
    gap,
    keyOf: keyAt,
  })
  useLayoutEffect(() => {
    const element = list.current
    if (element === null) return undefined
    let width = -1
    const read = () => {
      if (element.clientWidth === width) return
      width = element.clientWidth
      const style = getComputedStyle(element)
      grid.value = { columns: style.gridTemplateColumns.split(' ').length, gap: Number.parseFloat(style.rowGap) || 0 }
      forget()
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const cellOf = useKept([children, columns, items.length, hasMore], (item: T, index: number) =>
    children(item, {
      key: keyOf(item),
      ...(index % columns === 0 ? { ref: measure } : {}),
      'data-index': Math.floor(index / columns),
      'aria-setsize': hasMore ? -1 : items.length,
      'aria-posinset': index + 1,
    }),
  )
  return (
    <ul ref={list} class={name} aria-label={label}>
      {lines.flatMap(({ before, index: line }, order) => {
        const cells = items
          .slice(line * columns, (line + 1) * columns)
          .map((item, at) => cellOf(item, line * columns + at))
        return before < 1
          ? cells
          : [<LeftOut key={`before-${line}`} height={before - (order === 0 ? 0 : gap)} />, ...cells]
      })}
      {after < 1 ? null : <LeftOut key="after" height={after - gap} />}
    </ul>
  )
}

function LeftOut({ height }: { height: number }) {
  return (
    <li class="left-out" aria-hidden="true" style={{ gridColumn: '1 / -1', blockSize: `${Math.max(0, height)}px` }} />
  )
}
