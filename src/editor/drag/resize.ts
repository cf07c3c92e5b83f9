import type { Column, ColumnWidth, Operation } from '../../email/document/index.ts'
import { canvasOf } from '../canvas/index.ts'
import type { ChangeOptions, Editor } from '../state/index.ts'
import { followPointer } from './pointer.ts'

export interface Pair {
  left: Column
  right: Column
}

/** Minimum share of a column in the width of both. */
const min = 0.1

/** Resizes two columns with the pointer in one undo step; none if canceled. */
export function resizeColumns(editor: Editor, event: PointerEvent, { left, right }: Pair): void {
  const canvas = canvasOf(editor)
  const [one, other] = [canvas?.boxOf(left.id), canvas?.boxOf(right.id)]
  if (canvas === undefined || one === undefined || other === undefined) return
  event.preventDefault()
  const startX = event.clientX
  const total = one.width + other.width
  const key = `widths:${left.id}:${event.timeStamp}`
  let shown = -1
  editor.sealHistory()
  followPointer(event, {
    begin: () => undefined,
    move(x) {
      const share = snapped((one.width + (x - startX) / canvas.scale.peek()) / total)
      if (share === shown) return
      shown = share
      setShare(editor, { left, right }, share, { key, isGesture: true })
    },
    drop: () => editor.sealHistory(),
    cancel() {
      if (shown !== -1) editor.undo()
    },
  })
}

/** Moves the edge by `percent`. */
export function stepColumns(editor: Editor, { left, right }: Pair, percent: number): void {
  const canvas = canvasOf(editor)
  const [one, other] = [canvas?.boxOf(left.id), canvas?.boxOf(right.id)]
  if (one === undefined || other === undefined) return
  const share = one.width / (one.width + other.width) + percent / 100
  setShare(editor, { left, right }, Math.round(share * 100) / 100, { key: `widths:${left.id}` })
}

// Snaps to thirds, halves and quarters.
function snapped(share: number): number {
  const near = [1 / 4, 1 / 3, 1 / 2, 2 / 3, 3 / 4].find((stop) => Math.abs(stop - share) < 0.012)
  return near ?? Math.round(share * 100) / 100
}

function setShare(editor: Editor, { left, right }: Pair, share: number, change: ChangeOptions): void {
  const first = Math.min(1 - min, Math.max(min, share))
  const operations = [setWidth(left, widthOf(left, right, first)), setWidth(right, widthOf(right, left, 1 - first))]
  editor.change(editor.words.t('change.widths'), operations, change)
}

// Keeps the sum of both widths and their unit (shares or px).
function widthOf(column: Column, other: Column, share: number): ColumnWidth {
  const [own, beside] = [column.width, other.width]
  if ('px' in own && 'px' in beside) return { px: Math.round((own.px + beside.px) * share) }
  if ('pct' in own && 'pct' in beside) return { pct: round((own.pct + beside.pct) * share) }
  const parts = ('fr' in own ? own.fr : 1) + ('fr' in beside ? beside.fr : 1)
  return { fr: round(parts * share) }
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}

function setWidth({ id }: Column, width: ColumnWidth): Operation {
  return { op: 'set', id, props: { width } }
}
