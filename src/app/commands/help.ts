import { settingsHelp } from '../../platform/config/index.ts'
import type { Command, CommandEntry } from './command.ts'

export function generalHelp(commands: readonly CommandEntry[], version: string): string {
  const width = Math.max(...commands.map((command) => command.name.length))
  const rows = commands.map((command) => `  svc ${command.name.padEnd(width)}  ${command.summary}`)
  return [
    `svc ${version}: self-hosted email templates in one executable.`,
    '',
    'Usage: svc [COMMAND] [FLAGS]     (no command: serve)',
    '',
    ...rows,
    '',
    'svc COMMAND --help explains one command; svc serve --help lists every setting.',
    'Exit codes: 0 done, 1 failed, 2 the command line or the configuration was not understood.',
  ].join('\n')
}

export function commandHelp({ name, summary }: CommandEntry, command: Command): string {
  const operands = (command.operands ?? []).map((name) => ` ${name}`).join('')
  const options = (command.options ?? []).map(
    (option) => [`${option.flag}${option.value === undefined ? '' : ` ${option.value}`}`, option.meaning] as const,
  )
  const flags = [
    ...options,
    ...(command.settings
      ? [['--config FILE', 'Read settings from a TOML, JSON or NAME=value file, under the same names.'] as const]
      : []),
    ['-h, --help', 'Show this page.'] as const,
  ]
  const width = Math.max(...flags.map(([flag]) => flag.length))
  return [
    `Usage: svc ${name}${operands} [FLAGS]`,
    '',
    `${summary}.`,
    ...(command.details === undefined ? [] : ['', folded(command.details.replaceAll('\n', ' '))]),
    '',
    'Flags:',
    ...flags.map(([flag, meaning]) => folded(`  ${flag.padEnd(width)}  ${meaning}`, width + 4)),
    ...(command.settings ? ['', name === 'serve' ? everySetting() : settingsElsewhere] : []),
    '',
    folded(
      `Exit codes: 0 done, 1 ${command.failure ?? 'failed'}, 2 the command line or the configuration was not understood.`,
    ),
  ].join('\n')
}

/** Subcommands of a group such as `keys`. */
export function groupHelp(word: string, commands: readonly CommandEntry[]): string {
  const width = Math.max(...commands.map((command) => command.name.length))
  return [
    `Usage: svc ${word} COMMAND [FLAGS]`,
    '',
    ...commands.map((c) => `  svc ${c.name.padEnd(width)}  ${c.summary}`),
  ].join('\n')
}

const settingsElsewhere = [
  'Every setting of the service is a flag and an environment variable of this command too, such as --data-dir DIR and',
  'SVC_DATA_DIR. svc serve --help lists them.',
].join('\n')

const settingsIntroduction = [
  'Settings, as environment variable or flag. The flag wins over the variable, the variable over NAME_FILE (a file that',
  'holds the value), that over the config file, that over the default in brackets. Unknown names are refused.',
].join('\n')

function everySetting(): string {
  return [
    settingsIntroduction,
    '',
    ...settingsHelp()
      .split('\n')
      .map((line) => folded(line, 6)),
  ].join('\n')
}

const widest = 120

/** Wraps long lines, indented by `indent` spaces. */
function folded(text: string, indent = 0): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const lines: string[] = []
      let rest = line
      while (rest.length > widest) {
        const end = rest.lastIndexOf(' ', widest)
        if (end <= indent) break
        lines.push(rest.slice(0, end))
        rest = `${' '.repeat(indent)}${rest.slice(end + 1)}`
      }
      return [...lines, rest]
    })
    .join('\n')
}
