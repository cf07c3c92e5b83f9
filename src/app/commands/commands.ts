import type { Command } from './command.ts'
import { migrateCommand } from './migrate.ts'
import { serveCommand } from './serve.ts'
import { versionCommand } from './version.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [serveCommand, migrateCommand, versionCommand]
