import { eyeIcon } from '../../ui/icons/index.ts'
import type { Command } from '../state/index.ts'

export const preview: Command = {
  id: 'preview',
  label: 'command.preview',
  icon: eyeIcon,
  keys: ['Mod+Shift+P'],
  enabled: () => true,
  run: ({ open }) => {
    open.value = 'preview'
  },
}
