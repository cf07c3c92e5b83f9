import { goToRegion } from './regions.ts'
import type { Command } from '../state/index.ts'

export const previousRegion: Command = {
  id: 'previousRegion',
  label: 'command.previousRegion',
  keys: ['Shift+F6'],
  enabled: () => true,
  run: () => goToRegion(-1),
}
