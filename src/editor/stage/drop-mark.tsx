import { type Canvas, scaled } from '../canvas/index.ts'
import { dragState } from '../drag/index.ts'
import type { Editor } from '../state/index.ts'
import { placed } from './placed.ts'

/** Where what is in the hand would land: a line at the very edge, and a tint over what it would land in. */
export function DropMark({ editor, canvas }: { editor: Editor; canvas: Canvas }) {
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
