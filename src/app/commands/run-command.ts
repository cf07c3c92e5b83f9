import { ServiceError } from '../../kernel/errors/index.ts'
import { nearest } from '../../kernel/spelling/index.ts'
import { type ConfigSources, ConfigError, describeConfig, traceConfig } from '../../platform/config/index.ts'
import { type StorageFailure, storageFailure } from '../../platform/storage/index.ts'
import { version } from '../version.ts'
import { type ParsedArguments, parseArguments } from './arguments.ts'
import { type Call, type Command, type Terminal, exit } from './command.ts'
import { commands } from './commands.ts'
import { commandHelp, generalHelp, groupHelp } from './help.ts'
import { processTerminal } from './terminal.ts'

/** Where a command runs. */
export interface Surroundings {
  terminal?: Terminal
  /** URL of the module that worker threads run; compiled, only src/main.ts can make it. */
  workerEntry?: string
}

const sourceEntry = new URL('../worker.ts', import.meta.url).href

/** Runs the command that the words name and gives the exit code. Failures are one message on standard error. */
export async function runCommand(
  words: readonly string[],
  { terminal = processTerminal, workerEntry = sourceEntry }: Surroundings = {},
): Promise<number> {
  const asked = findCommand(words)
  if ('help' in asked) {
    terminal.out(asked.help)
    return exit.ok
  }
  if ('problem' in asked) return refuse(terminal, [asked.problem], 'svc --help')
  const { command, rest } = asked
  const parsed = parseArguments(command, rest)
  if ('problem' in parsed) return refuse(terminal, [parsed.problem], `svc ${command.name} --help`)
  if (parsed.help) {
    terminal.out(commandHelp(command))
    return exit.ok
  }
  try {
    return await command.run(callOf(parsed, { terminal, workerEntry }))
  } catch (error) {
    if (error instanceof ConfigError) return refuse(terminal, error.problems, 'svc serve --help')
    terminal.err(`svc: ${explain(error)}`)
    return exit.failed
  }
}

type Asked = { command: Command; rest: readonly string[] } | { help: string } | { problem: string }

function findCommand(words: readonly string[]): Asked {
  const [first, second] = words
  if (first === 'help' && second !== undefined) return findCommand([...words.slice(1), '--help'])
  if (first === '--help' || first === '-h' || first === 'help') return { help: generalHelp(commands, version) }
  if (first === '--version' || first === '-v') return { command: named('version'), rest: words.slice(1) }
  if (first === undefined || first.startsWith('-')) return { command: named('serve'), rest: words }

  const exact = commands.find((command) => command.name === `${first} ${second}`)
  if (exact) return { command: exact, rest: words.slice(2) }
  const single = commands.find((command) => command.name === first)
  if (single) return { command: single, rest: words.slice(1) }

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

function named(name: string): Command {
  const command = commands.find((each) => each.name === name)
  if (command === undefined) throw new Error(`The command table lacks ${name}`)
  return command
}

function callOf(parsed: ParsedArguments, surroundings: Required<Surroundings>): Call {
  const sources: ConfigSources = {
    flags: parsed.settings,
    ...(parsed.configFile === undefined ? {} : { file: parsed.configFile }),
  }
  let read: ReturnType<typeof traceConfig> | undefined
  const once = () => (read ??= traceConfig(sources))
  return {
    config: () => once().config,
    configReport: () => describeConfig(once().origins),
    operands: parsed.operands,
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

/** A failure in the words of its catalogue or its own message; nobody at a shell wants a stack. */
function explain(error: unknown): string {
  if (error instanceof ServiceError) {
    const { detail, issues = [] } = error.context
    // Where single things are wrong, they say all that there is to say.
    const whole = detail ?? (issues.length === 0 ? error.message : [])
    return [whole, issues.map(({ path, message }) => `${path.slice(1)}: ${message}`)].flat().join('\n')
  }
  const message = error instanceof Error ? error.message : String(error)
  const remedy = remedies[storageFailure(error).kind]
  return remedy === undefined ? message : `${remedy} (${message})`
}

const remedies: Partial<Record<StorageFailure['kind'], string>> = {
  full: 'The disk is full: free space where the data directory and the database lie, then try again',
  damaged: 'The database is damaged: put a copy in its place, one from backups/ in the data directory or your own',
}
