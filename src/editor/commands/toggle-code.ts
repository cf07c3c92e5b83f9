import { codeIcon } from '../../ui/icons/index.ts'
import { showMode } from './show-mode.ts'
import type { Command } from '../state/index.ts'

export const toggleCode: Command = {
  id: 'toggleCode',
  label: 'command.toggleCode',
  icon: codeIcon,
  keys: ['Mod+Shift+E'],
  enabled: ({ config }) => config.customization.features.includes('editor'),
  run: (editor) => {
    void showMode(editor, editor.mode.peek() === 'code' ? 'visual' : 'code')
  },
}
