import { duplicateIcon } from '../../ui/icons/index.ts'
import { duplicateAll } from '../actions/index.ts'
import { type Command, selectedIds } from '../state/index.ts'

export const duplicate: Command = {
  id: 'duplicate',
  label: 'command.duplicate',
  icon: duplicateIcon,
  keys: ['Mod+D'],
  enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
  run: (editor) => duplicateAll(editor, selectedIds(editor)),
}
