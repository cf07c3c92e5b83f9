import { copyIcon } from '../../ui/icons/index.ts'
import { readClipboard } from './clipboard-events.ts'
import type { Command } from '../state/index.ts'

export const copy: Command = {
  id: 'copy',
  label: 'command.copy',
  icon: copyIcon,
  keys: ['Mod+C'],
  enabled: ({ selection }) => selection.value !== undefined,
  run: () => readClipboard('copy'),
}
