import { useSignal } from '@preact/signals'
import type { ComponentChildren, Ref } from 'preact'
import { useCallback, useLayoutEffect, useRef } from 'preact/hooks'
import { type Column, Table } from '../parts/table.tsx'
import { FindBar } from './find-bar.tsx'
import { fixColumns } from './fix-columns.ts'
import { useKept } from './use-kept.ts'
import { useWindow } from './use-window.ts'

/** What the `tr` of an item has. */
export interface RowProps {
  key: string
  ref?: Ref<HTMLTableRowElement>
  'data-index'?: number
  'data-found'?: string | undefined
  'aria-rowindex'?: number
}

interface LongTableProps<T> {
  label: string
  columns: readonly Column[]
  hasActions?: boolean
  items: readonly T[]
  keyOf: (item: T) => string
  /** The words that a person may look for in a row. */
  textOf: (item: T) => string
  /** The service has more items than these. */
  hasMore: boolean
  /** One `tr`. */
  children: (item: T, row: RowProps) => ComponentChildren
}

/** Shorter tables are rendered whole, so that the search of the browser finds everything in them. */
const shortRows = 100
const rowHeight = 56

/** A table of any length: of a long one only the rows near the screen exist, and a field finds the others. */
export function LongTable<T extends object>(props: LongTableProps<T>) {
  const { children, columns, hasActions = false, items, keyOf, label } = props
  if (items.length > shortRows) return <WindowedTable {...props} />
  return (
    <Table label={label} columns={columns} hasActions={hasActions}>
      {items.map((item) => children(item, { key: keyOf(item) }))}
    </Table>
  )
}

function WindowedTable<T extends object>(props: LongTableProps<T>) {
  const { children, columns, hasActions = false, hasMore, items, keyOf, label, textOf } = props
  const table = useRef<HTMLTableElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const isFixed = useSignal(false)
  const found = useSignal<number | undefined>(undefined)
  const keyAt = useCallback((index: number) => keyOf(items[index] as T), [items])
  const { after, lines, measure, scrollTo } = useWindow({
    body,
    count: items.length,
    estimate: rowHeight,
    beyond: 8,
    keyOf: keyAt,
  })
  useLayoutEffect(() => {
    if (table.current === null) return undefined
    const stop = fixColumns(table.current)
    isFixed.value = true
    return stop
  }, [])
  // The first rows decide how wide the columns are; later ones do not move them.
  const shown = isFixed.value ? lines : items.slice(0, shortRows).map((_, index) => ({ index, before: 0 }))
  const rowOf = useKept([children, found.value], (item: T, index: number) =>
    children(item, {
      key: keyOf(item),
      ref: measure,
      'data-index': index,
      'data-found': found.value === index ? '' : undefined,
      // The head is the first row.
      'aria-rowindex': index + 2,
    }),
  )
  const width = columns.length + (hasActions ? 1 : 0)
  return (
    <div class="stack">
      <FindBar
        items={items}
        hasMore={hasMore}
        textOf={textOf}
        onFind={(index) => {
          found.value = index
          if (index !== undefined) scrollTo(index)
        }}
      />
      <Table
        label={label}
        columns={columns}
        hasActions={hasActions}
        long={{ table, body, rows: hasMore ? -1 : items.length + 1 }}
      >
        {shown.flatMap(({ before, index }) => {
          const item = items[index]
          if (item === undefined) return []
          const row = rowOf(item, index)
          return before < 1 ? [row] : [<LeftOut key={`before-${index}`} height={before} columns={width} />, row]
        })}
        {isFixed.value && after >= 1 ? <LeftOut key="after" height={after} columns={width} /> : null}
      </Table>
    </div>
  )
}

function LeftOut({ columns, height }: { height: number; columns: number }) {
  return (
    <tr class="left-out" aria-hidden="true">
      <td colSpan={columns} style={{ blockSize: `${height}px` }} />
    </tr>
  )
}
