/**
 * The commands of the executable, one file each. A command parses its arguments, calls the modules below, writes results to
 * standard output and messages to standard error, and returns an exit code.
 * Start at run-command.ts; a new command is a file and one line in commands.ts.
 */
export { runCommand } from './run-command.ts'
export { commands } from './commands.ts'
export { commandHelp } from './help.ts'
export { type Command, type CommandEntry, type Terminal } from './command.ts'
