import { selectAllBeside } from './selecting.ts'
import type { Command } from '../state/index.ts'

export const selectAll: Command = {
  id: 'selectAll',
  label: 'command.selectAll',
  keys: ['Mod+A'],
  enabled: ({ document }) => document.value.rows.length > 0,
  run: (editor) => selectAllBeside(editor),
}
