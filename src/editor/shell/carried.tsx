import { Icon } from '../../ui/icons/index.ts'
import { dragState } from '../drag/index.ts'
import type { Editor } from '../state/index.ts'

/** What is in the hand, beside the pointer: an icon and a word, no copy of the thing. */
export function Carried({ editor }: { editor: Editor }) {
  const carried = dragState(editor).value
  if (carried === undefined) return null
  const { icon, label, refused, x, y } = carried
  return (
    <div
      class={`carried${refused === undefined ? '' : ' carried-refused'}`}
      style={{ transform: `translate(${x + 12}px, ${y + 12}px)` }}
      aria-hidden="true"
    >
      <Icon d={icon} />
      <span>{refused ?? label}</span>
    </div>
  )
}
