import { select } from './selecting.ts'
import type { Command } from '../state/index.ts'

export const selectRight: Command = {
  id: 'selectRight',
  label: 'command.selectRight',
  keys: ['ArrowRight'],
  enabled: ({ document }) => document.value.rows.length > 0,
  run: (editor) => select(editor, 'right'),
}
