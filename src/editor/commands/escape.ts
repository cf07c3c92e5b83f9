import { leave } from './editing.ts'
import type { Command } from '../state/index.ts'

export const escape: Command = {
  id: 'escape',
  label: 'command.escape',
  keys: ['Escape'],
  enabled: () => true,
  run: (editor) => leave(editor),
}
