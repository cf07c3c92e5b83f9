import { arrowUpIcon } from '../../ui/icons/index.ts'
import { moveAllBy, whyNotMoved } from '../actions/index.ts'
import { type Command, selectedIds } from '../state/index.ts'

export const moveUp: Command = {
  id: 'moveUp',
  label: 'command.moveUp',
  icon: arrowUpIcon,
  keys: ['Alt+ArrowUp'],
  enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
  refusal: (editor) => whyNotMoved(editor, selectedIds(editor), 'up'),
  run: (editor) => moveAllBy(editor, selectedIds(editor), 'up'),
}
