import { select } from './selecting.ts'
import type { Command } from '../state/index.ts'

export const selectPrevious: Command = {
  id: 'selectPrevious',
  label: 'command.selectPrevious',
  keys: ['ArrowUp'],
  enabled: ({ document }) => document.value.rows.length > 0,
  run: (editor) => select(editor, 'previous'),
}
