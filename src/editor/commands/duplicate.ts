import { copyIcon } from '../../ui/icons/index.ts'
import { duplicateNode } from '../actions/index.ts'
import type { Command } from '../state/index.ts'

export const duplicate: Command = {
  id: 'duplicate',
  label: 'command.duplicate',
  icon: copyIcon,
  keys: ['Mod+D'],
  enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
  run: (editor) => {
    const id = editor.selection.peek()
    if (id !== undefined) duplicateNode(editor, id)
  },
}
