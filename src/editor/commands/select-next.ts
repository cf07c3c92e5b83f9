import { select } from './selecting.ts'
import type { Command } from '../state/index.ts'

export const selectNext: Command = {
  id: 'selectNext',
  label: 'command.selectNext',
  keys: ['ArrowDown'],
  enabled: ({ document }) => document.value.rows.length > 0,
  run: (editor) => select(editor, 'next'),
}
