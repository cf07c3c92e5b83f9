import { select } from './selecting.ts'
import type { Command } from '../state/index.ts'

export const selectLast: Command = {
  id: 'selectLast',
  label: 'command.selectLast',
  keys: ['End'],
  enabled: ({ document }) => document.value.rows.length > 0,
  run: (editor) => select(editor, 'last'),
}
