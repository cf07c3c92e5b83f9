import { showNext } from '../checks/index.ts'
import type { Command } from '../state/index.ts'

export const nextFinding: Command = {
  id: 'nextFinding',
  label: 'command.nextFinding',
  keys: ['F8'],
  enabled: ({ config, mode }) => config.customization.checks !== false && mode.peek() === 'visual',
  run: (editor) => void showNext(editor),
}
