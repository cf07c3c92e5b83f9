import { useLayoutEffect } from 'preact/hooks'
import { type Editor, selectedIds, isLocked } from '../state/index.ts'
import { type Box, type Canvas, boxAround, scaled } from '../canvas/index.ts'
import { dragState } from '../drag/index.ts'
import { EmptySlots } from './empty-slots.tsx'
import { isStructure } from './kinds.ts'
import { EmptyEmail } from './empty-email.tsx'
import { listenInFrame } from './pointing.ts'
import { ContextMenu } from './selection-menu.tsx'
import { ColumnEdges } from './column-edges.tsx'
import { SelectionHead } from './selection-head.tsx'
import { Typing, isQuiet } from '../text/index.ts'
import { type Node, rootId } from '../../email/document/index.ts'
import { Icon, lockIcon, plusIcon } from '../../ui/icons/index.ts'
import { nameOf, newSection } from '../actions/index.ts'
import { IconButton } from '../../ui/controls/index.ts'
import { insertAndFocus } from '../commands/index.ts'

export function Overlay({ editor, canvas }: { editor: Editor; canvas: Canvas }) {
  useLayoutEffect(() => listenInFrame(editor, canvas), [])
  void canvas.layout.value
  const { entries } = editor.outline.value
  const scale = canvas.scale.value
  const selected = entries.get(editor.selection.value ?? '')?.node
  const chosen = selectedIds(editor)
  const hovered = chosen.includes(editor.hovered.value ?? '')
    ? undefined
    : entries.get(editor.hovered.value ?? '')?.node
  const others = chosen.filter((id) => id !== selected?.id).flatMap((id) => boxFor(canvas, id, scale) ?? [])
  const selectedBox = boxFor(canvas, selected?.id, scale)
  const hoveredBox = boxFor(canvas, hovered?.id, scale)
  return (
    <>
      <div
        class={`overlay overlay-${editor.scheme.value}${dragState(editor).value === undefined ? '' : ' overlay-dragging'}${isQuiet(editor) ? ' overlay-quiet' : ''}`}
      >
        <EmptySlots editor={editor} canvas={canvas} />
        <DropMark editor={editor} canvas={canvas} />
        {hovered === undefined || hoveredBox === undefined ? null : (
          <div
            class={`overlay-hover${isStructure(hovered.type) ? ' overlay-structure' : ''}`}
            style={placed(hoveredBox)}
          >
            <NameTag editor={editor} node={hovered} />
          </div>
        )}
        {selected === undefined || selectedBox === undefined ? null : (
          <>
            <div
              class={`overlay-selection${isStructure(selected.type) ? ' overlay-structure' : ''}${editor.editing.value === selected.id ? ' overlay-typing' : ''}`}
              style={placed(selectedBox)}
            />
            {others.map((box, index) => (
              <div key={index} class="overlay-selection" style={placed(box)} />
            ))}
            {others.length > 0 ? null : (
              <>
                <ColumnEdges editor={editor} canvas={canvas} />
                <AddSection editor={editor} box={selectedBox} />
              </>
            )}
            <SelectionHead
              editor={editor}
              box={boxAround([selectedBox, ...others]) ?? selectedBox}
              available={canvas.frame.clientWidth * scale}
            />
          </>
        )}
      </div>
      <Typing editor={editor} canvas={canvas} />
      <ContextMenu editor={editor} />
      {editor.document.value.rows.length === 0 ? <EmptyEmail editor={editor} /> : null}
    </>
  )
}

function boxFor(canvas: Canvas, id: string | undefined, scale: number): Box | undefined {
  const box = id === undefined ? undefined : canvas.boxOf(id)
  return box === undefined ? undefined : scaled(box, scale)
}

function NameTag({ editor, node }: { editor: Editor; node: Node }) {
  return (
    <span class="overlay-name">
      {isLocked(editor.outline.value, node.id) ? <Icon d={lockIcon} size={12} /> : null}
      {nameOf(editor, node)}
    </span>
  )
}

/** The drop position: a line, and a tint over the new parent. */
function DropMark({ editor, canvas }: { editor: Editor; canvas: Canvas }) {
  const carried = dragState(editor).value
  if (carried === undefined) return null
  const { home, line } = carried
  const scale = canvas.scale.value
  const isUpright = line !== undefined && line.height > line.width
  return (
    <>
      {home === undefined ? null : <div class="drop-home" style={placed(scaled(home, scale))} />}
      {line === undefined ? null : (
        <div class={`drop-line${isUpright ? ' drop-upright' : ''}`} style={placed(scaled(line, scale))} />
      )}
    </>
  )
}

/** A button at the bottom edge of a selected row that adds a section below it. */
function AddSection({ editor, box }: { editor: Editor; box: Box }) {
  const entry = editor.outline.value.entries.get(editor.selection.value ?? '')
  if (entry?.parent !== rootId || editor.readOnly.value || editor.textOnly.value) return null
  const style = { left: `${box.left + box.width / 2}px`, top: `${box.top + box.height}px` }
  return (
    <div class="add-section" style={style}>
      <IconButton
        dense
        icon={plusIcon}
        label={editor.words.t('canvas.addSection')}
        onClick={() => insertAndFocus(editor, newSection([1]), { parent: rootId, index: entry.index + 1 })}
      />
    </div>
  )
}

/** CSS of an element over a box. Physical left, as the email is not mirrored for right-to-left languages. */
function placed({ left, top, width, height }: Box) {
  return { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }
}
