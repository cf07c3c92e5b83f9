import { selectMore } from './selecting.ts'
import type { Command } from '../state/index.ts'

export const selectMorePrevious: Command = {
  id: 'selectMorePrevious',
  label: 'command.selectMorePrevious',
  keys: ['Shift+ArrowUp'],
  enabled: ({ document }) => document.value.rows.length > 0,
  run: (editor) => selectMore(editor, -1),
}
