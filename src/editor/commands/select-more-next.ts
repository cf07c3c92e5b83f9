import { selectMore } from './selecting.ts'
import type { Command } from '../state/index.ts'

export const selectMoreNext: Command = {
  id: 'selectMoreNext',
  label: 'command.selectMoreNext',
  keys: ['Shift+ArrowDown'],
  enabled: ({ document }) => document.value.rows.length > 0,
  run: (editor) => selectMore(editor, 1),
}
