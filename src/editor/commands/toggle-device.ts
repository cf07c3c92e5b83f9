import { phoneIcon } from '../../ui/icons/index.ts'
import type { Command } from '../state/index.ts'

export const toggleDevice: Command = {
  id: 'toggleDevice',
  label: 'command.toggleDevice',
  icon: phoneIcon,
  keys: ['Mod+Shift+M'],
  enabled: () => true,
  run: ({ device }) => {
    device.value = device.peek() === 'desktop' ? 'mobile' : 'desktop'
  },
}
