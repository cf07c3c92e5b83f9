import { moveAllBy, whyNotMoved } from '../actions/index.ts'
import { type Command, selectedIds } from '../state/index.ts'

export const moveLeft: Command = {
  id: 'moveLeft',
  label: 'command.moveLeft',
  keys: ['Alt+ArrowLeft'],
  enabled: ({ readOnly, selection }) => !readOnly.value && selection.value !== undefined,
  refusal: (editor) => whyNotMoved(editor, selectedIds(editor), 'left'),
  run: (editor) => moveAllBy(editor, selectedIds(editor), 'left'),
}
