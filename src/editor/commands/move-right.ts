import { moveAllBy, whyNotMoved } from '../actions/index.ts'
import { type Command, selectedIds } from '../state/index.ts'

export const moveRight: Command = {
  id: 'moveRight',
  label: 'command.moveRight',
  keys: ['Alt+ArrowRight'],
  enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
  refusal: (editor) => whyNotMoved(editor, selectedIds(editor), 'right'),
  run: (editor) => moveAllBy(editor, selectedIds(editor), 'right'),
}
