import { rootId } from '../../email/document/index.ts'
import { IconButton } from '../../ui/controls/index.ts'
import { plusIcon } from '../../ui/icons/index.ts'
import { newSection } from '../actions/index.ts'
import type { Box } from '../canvas/index.ts'
import { insertAndFocus } from '../commands/index.ts'
import type { Editor } from '../state/index.ts'

/** At the lower edge of a selected row of the email: one more section below it. */
export function AddSection({ editor, box }: { editor: Editor; box: Box }) {
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
