import { useLayoutEffect } from 'preact/hooks'
import { type Editor, selectedIds } from '../state/index.ts'
import { type Box, type Canvas, boxAround, scaled } from '../canvas/index.ts'
import { dragState } from '../drag/index.ts'
import { EmptyPlaces } from './empty-slots.tsx'
import { isStructure } from './kinds.ts'
import { DropMark } from './drop-mark.tsx'
import { EmptyEmail } from './empty-email.tsx'
import { NameTag } from './name-tag.tsx'
import { placed } from './placed.ts'
import { listenInFrame } from './pointing.ts'
import { AddSection } from './add-section.tsx'
import { ContextMenu } from './context-menu.tsx'
import { ColumnEdges } from './column-edges.tsx'
import { SelectionHead } from './selection-head.tsx'
import { Typing } from '../text/index.ts'

/** What is rendered over the email: what is pointed at, what is selected and its tools, places that wait for a block. */
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
        class={`overlay overlay-${editor.scheme.value}${dragState(editor).value === undefined ? '' : ' overlay-dragging'}`}
      >
        <EmptyPlaces editor={editor} canvas={canvas} />
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
