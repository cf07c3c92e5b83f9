import { trashIcon } from '../../ui/icons/index.ts'
import { removeNodes, whyNotRemoved } from '../actions/index.ts'
import { type Command, selectedIds } from '../state/index.ts'

export const deleteSelection: Command = {
  id: 'delete',
  label: 'command.delete',
  icon: trashIcon,
  keys: ['Delete', 'Backspace'],
  enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
  refusal: (editor) => whyNotRemoved(editor, selectedIds(editor)),
  run: (editor) => removeNodes(editor, selectedIds(editor)),
}
