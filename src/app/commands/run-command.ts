import { join } from 'node:path'
import { nearest } from '../../kernel/spelling/index.ts'
import {
  type ConfigSources,
  ConfigError,
  describeConfig,
  exposedSecrets,
  traceConfig,
} from '../../platform/config/index.ts'
import { version } from '../version.ts'
import { type ParsedArguments, parseArguments } from './arguments.ts'
import { type Call, type CommandEntry, type Terminal, UsageError, exit } from './command.ts'
import { commands } from './commands.ts'
import { commandHelp, generalHelp, groupHelp } from './help.ts'
import { processTerminal } from './terminal.ts'

/** The environment of a command. */
export interface Surroundings {
  terminal?: Terminal
  /** URL of the worker thread module; in a compiled executable only src/main.ts can build it. */
  workerEntry?: string
  /** URL of the watchdog thread module. */
  watchdogEntry?: string
  /** Command line of this program; detected by default. */
  executable?: readonly string[]
}

const sourceEntries = {
  worker: new URL('../worker.ts', import.meta.url).href,
  watchdog: new URL('../watchdog.ts', import.meta.url).href,
}

// A compiled executable has a virtual file system for its modules.
const isCompiled = /\$bunfs|~BUN/.test(import.meta.url)
const ownExecutable = isCompiled ? [process.execPath] : [process.execPath, join(import.meta.dir, '../../main.ts')]

/** Runs a command and returns its exit code. Failures are one message on standard error. */
export async function runCommand(
  words: readonly string[],
  {
    terminal = processTerminal,
    workerEntry = sourceEntries.worker,
    watchdogEntry = sourceEntries.watchdog,
    executable = ownExecutable,
  }: Surroundings = {},
): Promise<number> {
  const asked = findCommand(words)
  if ('help' in asked) {
    terminal.out(asked.help)
    return exit.ok
  }
  if ('problem' in asked) return refuse(terminal, [asked.problem], 'svc --help')
  const { entry, rest } = asked
  const command = await entry.load()
  const parsed = parseArguments(command, rest)
  if ('problem' in parsed) return refuse(terminal, [parsed.problem], `svc ${entry.name} --help`)
  if (parsed.help) {
    terminal.out(commandHelp(entry, command))
    return exit.ok
  }
  try {
    const call = callOf(parsed, rest, { terminal, workerEntry, watchdogEntry, executable })
    if (command.reportsExposed !== true) for (const sentence of call.exposed) terminal.err(`svc: ${sentence}`)
    return await command.run(call)
  } catch (error) {
    const ownHelp = `svc ${entry.name} --help`
    if (error instanceof UsageError) return refuse(terminal, [error.message], ownHelp)
    if (error instanceof ConfigError)
      return refuse(terminal, error.problems, command.settings ? 'svc serve --help' : ownHelp)
    // Loaded here, so that other commands do not load the error catalog and the store.
    const { explain } = await import('./explain.ts')
    terminal.err(`svc: ${explain(error)}`)
    return exit.failed
  }
}

type ParsedCommand = { entry: CommandEntry; rest: readonly string[] } | { help: string } | { problem: string }

function findCommand(words: readonly string[]): ParsedCommand {
  const [first, second] = words
  if (first === 'help' && second !== undefined) return findCommand([...words.slice(1), '--help'])
  if (first === '--help' || first === '-h' || first === 'help') return { help: generalHelp(commands, version) }
  if (first === '--version' || first === '-v') return { entry: named('version'), rest: words.slice(1) }
  if (first === undefined || first.startsWith('-')) return { entry: named('serve'), rest: words }

  const exact = commands.find((command) => command.name === `${first} ${second}`)
  if (exact) return { entry: exact, rest: words.slice(2) }
  const single = commands.find((command) => command.name === first)
  if (single) return { entry: single, rest: words.slice(1) }

  const group = commands.filter((command) => command.name.startsWith(`${first} `))
  if (group.length > 0 && (second === undefined || second === '--help' || second === '-h'))
    return { help: groupHelp(first, group) }
  const typed = group.length > 0 ? `${first} ${second}` : first
  const close = nearest(
    typed,
    commands.map((command) => command.name),
  )
  return { problem: `Unknown command “${typed}”.${close === undefined ? '' : ` Did you mean svc ${close}?`}` }
}

function named(name: string): CommandEntry {
  const entry = commands.find((each) => each.name === name)
  if (entry === undefined) throw new Error(`The command table lacks ${name}`)
  return entry
}

function callOf(parsed: ParsedArguments, words: readonly string[], surroundings: Required<Surroundings>): Call {
  const sources: ConfigSources = {
    flags: parsed.settings,
    ...(parsed.configFile === undefined ? {} : { file: parsed.configFile }),
  }
  let read: ReturnType<typeof traceConfig> | undefined
  const once = () => (read ??= traceConfig(sources))
  return {
    config: () => once().config,
    configReport: () => describeConfig(once().origins),
    exposed: exposedSecrets(parsed.settings),
    operands: parsed.operands,
    words,
    option: (flag) => parsed.options.get(flag),
    has: (flag) => parsed.options.has(flag),
    ...surroundings,
  }
}

function refuse(terminal: Terminal, problems: readonly string[], seeAlso: string): number {
  for (const problem of problems) terminal.err(`svc: ${problem}`)
  terminal.err(`See ${seeAlso}.`)
  return exit.usage
}
