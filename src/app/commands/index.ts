/**
 * The commands of the executable, one file each. A command reads its call, asks the rooms below, writes results to
 * standard output and messages to standard error, and answers with an exit code.
 * Start at run-command.ts; a new command is a file and one line in commands.ts.
 */
export { runCommand } from './run-command.ts'
export { commands } from './commands.ts'
export { commandHelp } from './help.ts'
export { type Command, type CommandEntry, type Terminal } from './command.ts'
