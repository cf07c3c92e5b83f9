import { moonIcon } from '../../ui/icons/index.ts'
import type { Command } from '../state/index.ts'

export const toggleScheme: Command = {
  id: 'toggleScheme',
  label: 'command.toggleScheme',
  icon: moonIcon,
  keys: ['Mod+Shift+L'],
  enabled: () => true,
  run: ({ scheme }) => {
    scheme.value = scheme.peek() === 'light' ? 'dark' : 'light'
  },
}
