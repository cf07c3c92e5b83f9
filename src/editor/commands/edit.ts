import { pencilIcon } from '../../ui/icons/index.ts'
import { startEditing } from './editing.ts'
import type { Command } from '../state/index.ts'

export const editSelection: Command = {
  id: 'edit',
  label: 'command.edit',
  icon: pencilIcon,
  keys: ['Enter', 'F2'],
  enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
  run: (editor) => startEditing(editor),
}
