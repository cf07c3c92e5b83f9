import { nearest } from '../../kernel/spelling/index.ts'
import { isSettingFlag, settingsTable } from '../../platform/config/index.ts'
import type { Command, Option } from './command.ts'

export interface ParsedArguments {
  operands: string[]
  options: Map<string, string>
  settings: Map<string, string>
  configFile: string | undefined
  help: boolean
}

/** Parses the arguments after the name of the command; returns a one-sentence problem if they are invalid. */
export function parseArguments(command: Command, words: readonly string[]): ParsedArguments | { problem: string } {
  const parsed: ParsedArguments = {
    operands: [],
    options: new Map(),
    settings: new Map(),
    configFile: undefined,
    help: false,
  }
  const queue = [...words]
  let onlyOperands = false
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (onlyOperands || word === '-' || !word.startsWith('-')) parsed.operands.push(word)
    else if (word === '--') onlyOperands = true
    else if (word === '--help' || word === '-h') parsed.help = true
    else {
      const problem = readFlag(command, word, queue, parsed)
      if (problem !== undefined) return { problem }
    }
  }
  return parsed.help ? parsed : (missing(command, parsed) ?? parsed)
}

function readFlag(command: Command, word: string, queue: string[], parsed: ParsedArguments): string | undefined {
  const equals = word.indexOf('=')
  const flag = equals === -1 ? word : word.slice(0, equals)
  const inline = equals === -1 ? undefined : word.slice(equals + 1)
  const option = command.options?.find((each) => each.flag === flag)
  const setting = command.settings ? isSettingFlag(flag) : undefined
  const isConfigFile = command.settings && flag === '--config'
  if (option === undefined && setting === undefined && !isConfigFile) return unknownFlag(command, flag)

  const isSwitch = option !== undefined && option.value === undefined
  if (isSwitch && inline !== undefined) return `${flag} takes no value.`
  const value = isSwitch ? 'true' : (inline ?? nextValue(queue, setting))
  if (value === undefined) return `${flag} needs a value.`
  if (option !== undefined) parsed.options.set(flag, value)
  else if (setting !== undefined) parsed.settings.set(setting, value)
  else parsed.configFile = value
  return undefined
}

/** The value of a flag. It is optional for boolean settings: `--public` means true. */
function nextValue(queue: string[], setting: string | undefined): string | undefined {
  const isBoolean = settingsTable().some((row) => row.name === setting && row.form === 'BOOL')
  const next = queue[0]
  if (isBoolean && !/^(true|false|1|0|yes|no|on|off)$/i.test(next ?? '')) return 'true'
  if (next === undefined || (next.startsWith('--') && next.length > 2)) return undefined
  return queue.shift()
}

function missing(command: Command, parsed: ParsedArguments): { problem: string } | undefined {
  const operands = command.operands ?? []
  const needed = operands.filter((name) => !name.startsWith('['))
  if (parsed.operands.length < needed.length) return { problem: `${needed[parsed.operands.length]} is missing.` }
  const isOpen = operands.at(-1)?.endsWith('…') === true
  const extra = isOpen ? undefined : parsed.operands[operands.length]
  if (extra !== undefined) return { problem: `“${extra}” is one word too many.` }
  const absent = command.options?.find((option) => option.required && !parsed.options.has(option.flag))
  return absent === undefined
    ? undefined
    : { problem: `${[absent.flag, absent.value].filter((part) => part !== undefined).join(' ')} is missing.` }
}

function unknownFlag(command: Command, flag: string): string {
  const close = nearest(flag, knownFlags(command))
  return `Unknown flag ${flag}.${close === undefined ? '' : ` Did you mean ${close}?`}`
}

function knownFlags(command: Command): string[] {
  const own = (command.options ?? []).map((option: Option) => option.flag)
  const shared = command.settings ? ['--config', ...settingsTable().map((row) => row.flag)] : []
  return [...own, ...shared, '--help']
}
