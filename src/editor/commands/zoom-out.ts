import { zoomOutIcon } from '../../ui/icons/index.ts'
import { zoomStep } from './zoom.ts'
import type { Command } from '../state/index.ts'

export const zoomOut: Command = {
  id: 'zoomOut',
  label: 'command.zoomOut',
  icon: zoomOutIcon,
  keys: ['Mod+-'],
  enabled: ({ zoom }) => zoom.value > 0.5,
  run: ({ zoom }) => {
    zoom.value = zoomStep(zoom.peek(), -1)
  },
}
