import type { Command } from '../state/index.ts'

export const zoomReset: Command = {
  id: 'zoomReset',
  label: 'command.zoomReset',
  keys: ['Mod+0'],
  enabled: () => true,
  run: ({ zoom }) => {
    zoom.value = 1
  },
}
