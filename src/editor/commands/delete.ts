import { trashIcon } from '../../ui/icons/index.ts'
import { removeNode } from '../actions/index.ts'
import type { Command } from '../state/index.ts'

export const deleteSelection: Command = {
  id: 'delete',
  label: 'command.delete',
  icon: trashIcon,
  keys: ['Delete', 'Backspace'],
  enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
  run: (editor) => {
    const id = editor.selection.peek()
    if (id !== undefined) removeNode(editor, id)
  },
}
