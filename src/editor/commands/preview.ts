import { eyeIcon } from '../../ui/icons/index.ts'
import type { Command } from '../state/index.ts'

export const preview: Command = {
  id: 'preview',
  label: 'command.preview',
  icon: eyeIcon,
  keys: ['Mod+Shift+P'],
  enabled: ({ config }) => config.customization.features.includes('preview'),
  run: ({ open }) => {
    open.value = 'preview'
  },
}
