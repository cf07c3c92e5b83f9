import { moveAllBy } from '../actions/index.ts'
import { type Command, selectedIds } from '../state/index.ts'

export const moveRight: Command = {
  id: 'moveRight',
  label: 'command.moveRight',
  keys: ['Alt+ArrowRight'],
  enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
  run: (editor) => moveAllBy(editor, selectedIds(editor), 'right'),
}
