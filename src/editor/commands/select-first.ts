import { select } from './selecting.ts'
import type { Command } from '../state/index.ts'

export const selectFirst: Command = {
  id: 'selectFirst',
  label: 'command.selectFirst',
  keys: ['Home'],
  enabled: ({ document }) => document.value.rows.length > 0,
  run: (editor) => select(editor, 'first'),
}
