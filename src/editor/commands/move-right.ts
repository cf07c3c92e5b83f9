import { moveBy } from '../actions/index.ts'
import type { Command } from '../state/index.ts'

export const moveRight: Command = {
  id: 'moveRight',
  label: 'command.moveRight',
  keys: ['Alt+ArrowRight'],
  enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
  run: (editor) => {
    const id = editor.selection.peek()
    if (id !== undefined) moveBy(editor, id, 'right')
  },
}
