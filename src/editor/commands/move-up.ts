import { arrowUpIcon } from '../../ui/icons/index.ts'
import { moveBy } from '../actions/index.ts'
import type { Command } from '../state/index.ts'

export const moveUp: Command = {
  id: 'moveUp',
  label: 'command.moveUp',
  icon: arrowUpIcon,
  keys: ['Alt+ArrowUp'],
  enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
  run: (editor) => {
    const id = editor.selection.peek()
    if (id !== undefined) moveBy(editor, id, 'up')
  },
}
