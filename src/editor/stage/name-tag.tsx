import type { Node } from '../../email/document/index.ts'
import { Icon, lockIcon } from '../../ui/icons/index.ts'
import { nameOf } from '../actions/index.ts'
import { type Editor, isLocked } from '../state/index.ts'

/** The name of what is pointed at. */
export function NameTag({ editor, node }: { editor: Editor; node: Node }) {
  return (
    <span class="overlay-name">
      {isLocked(editor.outline.value, node.id) ? <Icon d={lockIcon} size={12} /> : null}
      {nameOf(editor, node)}
    </span>
  )
}
