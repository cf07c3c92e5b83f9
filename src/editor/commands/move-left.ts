import { moveBy } from '../actions/index.ts'
import type { Command } from '../state/index.ts'

export const moveLeft: Command = {
  id: 'moveLeft',
  label: 'command.moveLeft',
  keys: ['Alt+ArrowLeft'],
  enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
  run: (editor) => {
    const id = editor.selection.peek()
    if (id !== undefined) moveBy(editor, id, 'left')
  },
}
