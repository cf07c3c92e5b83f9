import { keyboardIcon } from '../../ui/icons/index.ts'
import type { Command } from '../state/index.ts'

export const shortcuts: Command = {
  id: 'shortcuts',
  label: 'command.shortcuts',
  icon: keyboardIcon,
  keys: ['?', 'Mod+/'],
  enabled: () => true,
  run: ({ open }) => {
    open.value = 'shortcuts'
  },
}
