import { arrowDownIcon } from '../../ui/icons/index.ts'
import { moveBy } from '../actions/index.ts'
import type { Command } from '../state/index.ts'

export const moveDown: Command = {
  id: 'moveDown',
  label: 'command.moveDown',
  icon: arrowDownIcon,
  keys: ['Alt+ArrowDown'],
  enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
  run: (editor) => {
    const id = editor.selection.peek()
    if (id !== undefined) moveBy(editor, id, 'down')
  },
}
