import { goToRegion } from './regions.ts'
import type { Command } from '../state/index.ts'

export const nextRegion: Command = {
  id: 'nextRegion',
  label: 'command.nextRegion',
  keys: ['F6'],
  enabled: () => true,
  run: () => goToRegion(1),
}
