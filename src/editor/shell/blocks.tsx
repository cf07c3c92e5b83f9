import { blockTypes } from '../../engines/blocks/index.ts'
import { Icon } from '../../ui/icons/index.ts'
import { insertNode, newBlock } from '../actions/index.ts'
import { dragNew } from '../drag/index.ts'
import type { TextKey } from '../locale/index.ts'
import { iconOf } from '../stage/index.ts'
import type { Editor } from '../state/index.ts'

/** All kinds of blocks, to press or to drag. */
export function Blocks({ editor }: { editor: Editor }) {
  return (
    <ul class="blocks">
      {[...blockTypes.keys()].map((type) => {
        const [label, icon] = [editor.words.t(`node.${type}` as TextKey), iconOf(type)]
        return (
          <li key={type}>
            <button
              type="button"
              class="block-tile"
              onPointerDown={(event) => dragNew(editor, event, { make: () => newBlock(type), label, icon })}
              onClick={() => insertNode(editor, newBlock(type))}
            >
              <Icon d={icon} size={20} />
              <span>{label}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
