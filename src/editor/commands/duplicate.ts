import { duplicateIcon } from '../../ui/icons/index.ts'
import { duplicateNodes, whyNotDuplicated } from '../actions/index.ts'
import { type Command, selectedIds } from '../state/index.ts'

export const duplicate: Command = {
  id: 'duplicate',
  label: 'command.duplicate',
  icon: duplicateIcon,
  keys: ['Mod+D'],
  enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
  refusal: (editor) => whyNotDuplicated(editor, selectedIds(editor)),
  run: (editor) => duplicateNodes(editor, selectedIds(editor)),
}
