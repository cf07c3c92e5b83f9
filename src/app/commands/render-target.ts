/** `render --to esp:…`: the export target of the flags, also one from a file, and its options. */
import { Value } from '@sinclair/typebox/value'
import {
  type FieldMap,
  type LanguageOptions,
  type Policies,
  type Provider,
  ProviderLanguage,
  ProviderOverrides,
  checkPatterns,
  adaptPage,
  extendProvider,
  missingIn,
  providers,
} from '../../email/esp/index.ts'
import { minifyHtml } from '../../email/formats/index.ts'
import { nearest } from '../../kernel/spelling/index.ts'
import { isUnstated } from '../../surfaces/exports/index.ts'
import type { Call, Option, Terminal } from './command.ts'
import { readJson } from './read-json.ts'

/** An ESP and the options of its export. */
export interface EspTarget {
  provider: Provider
  options: LanguageOptions
  isStrict: boolean
  isMinified: boolean
}

/** Problems of the flags or of a file, one per line; `isUsage` if nothing was attempted. */
export interface Refusal {
  problems: string[]
  isUsage: boolean
}

/** Options for the export to an ESP. */
export const targetOptions: readonly Option[] = [
  {
    flag: '--target',
    value: 'FILE',
    meaning: 'With esp:ID: JSON file of a custom target, as for POST /export-targets: id, extends, name, overrides.',
  },
  { flag: '--fields', value: 'FILE', meaning: 'With esp: JSON object with the name of each field in the account.' },
  {
    flag: '--condition',
    value: 'POLICY',
    meaning: 'With esp: drop (default) or keep content whose condition the ESP cannot express.',
  },
  {
    flag: '--loop',
    value: 'POLICY',
    meaning: 'With esp: samples (default) or drop, for loops that the ESP cannot express.',
  },
  { flag: '--editable', meaning: 'With esp: mark editable regions, if the ESP has them.' },
  { flag: '--minify', meaning: 'With esp: remove white space and comments that have no effect.' },
  { flag: '--strict', meaning: 'With esp: fail if the ESP cannot express part of the email.' },
]

const policies = { condition: ['drop', 'keep'], loop: ['samples', 'drop'] } as const

/** Reads the target `id` and the flags that belong to it. */
export async function readEspTarget({ has, option, terminal }: Call, id: string): Promise<EspTarget | Refusal> {
  const chosen: Partial<Policies> = {}
  for (const [name, values] of Object.entries(policies)) {
    const value = option(`--${name}`)
    if (value === undefined) continue
    if (!(values as readonly string[]).includes(value)) return usage(`--${name} must be ${values.join(' or ')}`)
    Object.assign(chosen, { [name]: value })
  }
  const provider = await readProvider(id, option('--target'), terminal)
  if ('problems' in provider) return provider
  const fields = await readFields(option('--fields'), terminal)
  if ('problems' in fields) return fields
  const options = { fields: fields.map, policies: chosen, editable: has('--editable') }
  return { provider, options, isStrict: has('--strict'), isMinified: has('--minify') }
}

async function readProvider(id: string, file: string | undefined, terminal: Terminal): Promise<Provider | Refusal> {
  if (file === undefined) {
    const close = nearest(id, [...providers.keys()])
    const hint =
      close === undefined ? ' /docs/guide/export-targets of the service lists them.' : ` Did you mean esp:${close}?`
    return providers.get(id) ?? usage(`There is no provider “${id}”.${hint}`)
  }
  const read = await readJson(file, terminal)
  if ('problem' in read) return failed([read.problem])
  const given = read.value as { id?: unknown; extends?: unknown; name?: unknown; overrides?: unknown }
  const [own, base] = [given?.id, providers.get(String(given?.extends))]
  if (typeof own !== 'string' || own !== id) return usage(`${file} describes ${JSON.stringify(own)}, not “${id}”`)
  if (base === undefined)
    return failed([`${file}: /extends names no built-in target: ${JSON.stringify(given.extends)}`])
  const { overrides = {} } = given
  if (!Value.Check(ProviderOverrides, overrides)) {
    const issues = [...Value.Errors(ProviderOverrides, overrides)]
    return failed(issues.slice(0, 20).map(({ message, path }) => `${file}: /overrides${path}: ${message}`))
  }
  const provider = extendProvider(base, { id, name: typeof given.name === 'string' ? given.name : id, overrides })
  const wrong = checkPatterns(provider)
  return wrong.length === 0
    ? provider
    : failed(wrong.map(({ message, path }) => `${file}: /overrides${path} ${message}`))
}

async function readFields(file: string | undefined, terminal: Terminal): Promise<{ map: FieldMap } | Refusal> {
  if (file === undefined) return { map: {} }
  const read = await readJson(file, terminal)
  if ('problem' in read) return failed([read.problem])
  const { value } = read
  const isMap =
    typeof value === 'object' && value !== null && Object.values(value).every((name) => typeof name === 'string')
  return isMap ? { map: value as FieldMap } : failed([`${file}: must be an object of names by paths`])
}

function usage(problem: string): Refusal {
  return { problems: [problem], isUsage: true }
}

function failed(problems: string[]): Refusal {
  return { problems, isUsage: false }
}

export function languageOf({ options, provider }: EspTarget): ProviderLanguage {
  return new ProviderLanguage(provider, options)
}

/** The page in the syntax of the target, and its warnings; `problems` if the target cannot express it. */
export function finishPage(
  html: string,
  language: ProviderLanguage,
  {
    esp,
    warnings,
  }: { esp: EspTarget; warnings: readonly { code: string; message: string; node_id?: string | undefined }[] },
): { html: string; missing: string[] } | { problems: string[] } {
  const { isMinified, isStrict, options, provider } = esp
  const page = adaptPage(language.finish(isMinified ? minifyHtml(html) : html), provider, options.editable)
  const missing = missingIn(page, provider).map(
    ({ tags }) => `${provider.name} requires ${tags.join(' or ')} in every email; it is missing in this one.`,
  )
  const unstated = warnings.filter(({ code }) => isUnstated(code)).map(({ message }) => message)
  return isStrict && unstated.length + missing.length > 0
    ? { problems: [...unstated, ...missing] }
    : { html: page, missing }
}
