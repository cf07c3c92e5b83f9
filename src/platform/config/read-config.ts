import { readFileSync } from 'node:fs'
import { type Config, configFrom, conflictsOf } from './config.ts'
import { readConfigFile } from './config-file.ts'
import { flagOf } from './help.ts'
import { nearest } from '../../kernel/spelling/index.ts'
import { type SettingName, type Values, clientVariables, settingNames, settingOf } from './settings.ts'

/** Sources of settings besides the defaults. */
export interface ConfigSources {
  /** Values by setting name, from the command line. */
  flags?: ReadonlyMap<string, string>
  /** Default: the environment of the process. */
  environment?: Readonly<Record<string, string | undefined>>
  /** The file of `--config`. */
  file?: string
}

/** The origin of each value: `flag --port`, `environment`, `file /run/secrets/x`, `default`. */
export type Origins = ReadonlyMap<SettingName, { text: string; origin: string }>

/** An invalid configuration, with every problem as one sentence. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/**
 * Joins the sources (flag, then environment, then `_FILE`, then config file, then default) and validates every value. Throws
 * ConfigError with all problems at once: unknown names, invalid values, features that this version lacks.
 */
export function readConfig(sources: ConfigSources = {}): Config {
  return traceConfig(sources).config
}

/** Like readConfig, with the origin of each value. */
export function traceConfig(sources: ConfigSources): { config: Config; origins: Origins } {
  const problems: string[] = []
  const origins = collect(sources, problems)
  const values: Partial<Record<SettingName, unknown>> = {}
  for (const name of settingNames) {
    const given = origins.get(name)
    if (given === undefined) continue
    const setting = settingOf(name)
    const read = setting.read(given.text)
    const shown = setting.secret ? '' : ` (“${given.text}”)`
    if ('problem' in read)
      problems.push(`${name}${shown} from ${given.origin} ${read.problem}.${hintFor(name, given.text)}`)
    else if (setting.needs !== undefined)
      problems.push(
        `${name} from ${given.origin} is set, but ${lowerFirst(setting.needs)} is not available in this version.`,
      )
    else values[name] = read.value
  }
  problems.push(...conflictsOf(values as Partial<Values>))
  if (problems.length > 0) throw new ConfigError(problems)
  return { config: configFrom(values as Values), origins }
}

function collect(sources: ConfigSources, problems: string[]): Origins {
  const { flags = new Map<string, string>(), environment = process.env, file } = sources
  const origins = new Map<SettingName, { text: string; origin: string }>()
  const fromFile = entriesOf(file, problems)
  refuseUnknownVariables(environment, problems)
  for (const name of settingNames) {
    const flag = flags.get(name)
    const variable = environment[name]
    const secretFile = environment[`${name}_FILE`]
    const entry = fromFile.get(name)
    const { fallback } = settingOf(name)
    // An empty variable is one that a compose file left unset.
    if (flag !== undefined) origins.set(name, { text: flag, origin: `flag ${flagOf(name)}` })
    else if (variable) origins.set(name, { text: variable, origin: 'environment' })
    else if (secretFile) readSecretFile(name, secretFile, origins, problems)
    else if (entry !== undefined) origins.set(name, { text: entry, origin: `file ${file}` })
    else if (fallback !== undefined) origins.set(name, { text: fallback, origin: 'default' })
  }
  return origins
}

function entriesOf(file: string | undefined, problems: string[]): ReadonlyMap<string, string> {
  if (file === undefined) return new Map()
  const read = readConfigFile(file)
  if ('problem' in read) {
    problems.push(`${read.problem}.`)
    return new Map()
  }
  for (const name of read.entries.keys()) {
    if (isSettingName(name) || clientVariables.includes(name)) continue
    problems.push(`Unknown name ${name} in ${file}.${suggestion(name)}`)
  }
  return read.entries
}

function refuseUnknownVariables(environment: Readonly<Record<string, string | undefined>>, problems: string[]): void {
  for (const name of Object.keys(environment)) {
    if (!name.startsWith('SVC_') || clientVariables.includes(name)) continue
    if (isSettingName(name) || isSettingName(name.replace(/_FILE$/, ''))) continue
    problems.push(`Unknown environment variable ${name}.${suggestion(name)}${serviceLinkHint(name)}`)
  }
}

function readSecretFile(
  name: SettingName,
  file: string,
  origins: Map<SettingName, { text: string; origin: string }>,
  problems: string[],
): void {
  try {
    // Secret stores and editors end files with a newline that is not part of the value.
    origins.set(name, { text: readFileSync(file, 'utf8').replace(/\r?\n$/, ''), origin: `file ${file}` })
  } catch (error) {
    problems.push(`${name}_FILE cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
}

function isSettingName(name: string): name is SettingName {
  return (settingNames as string[]).includes(name)
}

function suggestion(name: string): string {
  // The common prefix would make all names similar.
  const close = nearest(withoutPrefix(name.replaceAll('-', '_')), settingNames.map(withoutPrefix))
  return close === undefined ? '' : ` Did you mean SVC_${close}?`
}

function withoutPrefix(name: string): string {
  return name.replace(/^SVC_/i, '')
}

function hintFor(name: SettingName, given: string): string {
  return name === 'SVC_PORT' && given.startsWith('tcp://') ? serviceLinkHint('SVC_PORT_TCP') : ''
}

// Kubernetes adds docker-style link variables to every pod of the namespace for a Service named “svc”.
function serviceLinkHint(name: string): string {
  return /^SVC_(SERVICE_(HOST|PORT)|PORT_.*TCP)/.test(name)
    ? ' Kubernetes sets it for a Service named “svc”; set enableServiceLinks: false in the pod.'
    : ''
}

function lowerFirst(text: string): string {
  return /^[A-Z][a-z]/.test(text) && !text.startsWith('Redis') ? text.charAt(0).toLowerCase() + text.slice(1) : text
}
