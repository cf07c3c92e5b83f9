import { select } from './selecting.ts'
import type { Command } from '../state/index.ts'

export const selectLeft: Command = {
  id: 'selectLeft',
  label: 'command.selectLeft',
  keys: ['ArrowLeft'],
  enabled: ({ document }) => document.value.rows.length > 0,
  run: (editor) => select(editor, 'left'),
}
