import { zoomInIcon } from '../../ui/icons/index.ts'
import { zoomStep } from './zoom.ts'
import type { Command } from '../state/index.ts'

export const zoomIn: Command = {
  id: 'zoomIn',
  label: 'command.zoomIn',
  icon: zoomInIcon,
  keys: ['Mod+=', 'Mod++'],
  enabled: ({ zoom }) => zoom.value < 1.5,
  run: ({ zoom }) => {
    zoom.value = zoomStep(zoom.peek(), 1)
  },
}
