import { blockCommands } from './blocks.ts'
import { clipboardCommands } from './clipboard.ts'
import { editingCommands } from './editing.ts'
import { historyCommands } from './history.ts'
import { movingCommands } from './moving.ts'
import { regionCommands } from './regions.ts'
import { selectingCommands } from './selecting.ts'
import { viewCommands } from './view.ts'
import type { Command } from '../state/index.ts'

export const commands: readonly Command[] = [
  ...historyCommands,
  ...blockCommands,
  ...movingCommands,
  ...selectingCommands,
  ...editingCommands,
  ...clipboardCommands,
  ...regionCommands,
  ...viewCommands,
]
