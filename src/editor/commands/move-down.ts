import { arrowDownIcon } from '../../ui/icons/index.ts'
import { moveAllBy, whyNotMoved } from '../actions/index.ts'
import { type Command, selectedIds } from '../state/index.ts'

export const moveDown: Command = {
  id: 'moveDown',
  label: 'command.moveDown',
  icon: arrowDownIcon,
  keys: ['Alt+ArrowDown'],
  enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
  refusal: (editor) => whyNotMoved(editor, selectedIds(editor), 'down'),
  run: (editor) => moveAllBy(editor, selectedIds(editor), 'down'),
}
