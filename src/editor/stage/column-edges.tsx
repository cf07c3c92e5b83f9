import type { Column, Node } from '../../email/document/index.ts'
import { nameOf } from '../actions/index.ts'
import { resizeColumns, stepColumns } from '../drag/index.ts'
import { type Editor, mayStyle } from '../state/index.ts'
import type { Canvas } from '../canvas/index.ts'
import { type Box, scaled } from '../canvas/index.ts'

/** Minimum length of an edge, in px: the handle at its middle is above the button that adds a section below. */
const shortest = 60

/** Edges between the columns of the selected section or column, moved by pointer or arrow keys. */
export function ColumnEdges({ editor, canvas }: { editor: Editor; canvas: Canvas }) {
  void canvas.layout.value
  const columns = columnsAround(editor)
  const [first] = columns
  if (
    editor.readOnly.value ||
    editor.textOnly.value ||
    editor.device.value === 'mobile' ||
    first === undefined ||
    columns.length < 2
  )
    return null
  if (!mayStyle(editor.outline.value, first.id)) return null
  const boxes = columns.map(({ id }) => canvas.boxOf(id))
  const scale = canvas.scale.value
  const bottom = Math.max(...boxes.map((box) => (box === undefined ? 0 : box.top + box.height))) * scale
  const highest = Math.min(...boxes.map((box) => box?.top ?? Number.POSITIVE_INFINITY)) * scale
  const top = Math.min(highest, bottom - shortest)
  return (
    <>
      {columns.slice(1).map((right, index) => {
        const left = columns[index]
        const [one, other] = [boxes[index], boxes[index + 1]]
        if (left === undefined || one === undefined || other === undefined || !isBeside(one, other)) return null
        const edge = scaled(other, scale).left
        const pair = { left, right }
        const name = { first: `${nameOf(editor, left)} ${index + 1}`, second: `${nameOf(editor, right)} ${index + 2}` }
        const share = Math.round((one.width / (one.width + other.width)) * 100)
        return (
          <div
            key={right.id}
            class="column-edge"
            role="separator"
            aria-orientation="vertical"
            aria-label={editor.words.t('canvas.resize', name)}
            aria-valuenow={share}
            tabIndex={0}
            style={{ left: `${edge}px`, top: `${top}px`, height: `${bottom - top}px` }}
            onPointerDown={(event) => resizeColumns(editor, event, pair)}
            onKeyDown={(event) => {
              const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
              if (step === 0) return
              event.preventDefault()
              event.stopPropagation()
              stepColumns(editor, pair, step * (event.shiftKey ? 5 : 1))
            }}
          >
            <span class="column-share">{`${share} / ${100 - share}`}</span>
          </div>
        )
      })}
    </>
  )
}

function columnsAround(editor: Editor): readonly Column[] {
  const { entries } = editor.outline.value
  const entry = entries.get(editor.selection.value ?? '')
  if (entry === undefined) return []
  const home: Node | undefined = entry.node.type === 'column' ? entries.get(entry.parent)?.node : entry.node
  return home?.type === 'section' || home?.type === 'columns' ? (home as { columns: Column[] }).columns : []
}

// Stacked columns have no edge between them.
function isBeside(one: Box, other: Box): boolean {
  return other.left >= one.left + one.width - 2 && other.top < one.top + one.height
}
