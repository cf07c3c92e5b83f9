import { readFileSync } from 'node:fs'
import { extname } from 'node:path'

/** The entries of a config file as text, before names and values are validated. */
export type FileEntries = { entries: Map<string, string> } | { problem: string }

/** Reads TOML (`.toml`), JSON (`.json`, or text that opens with a brace) or KEY=value lines. Lists are joined by commas. */
export function readConfigFile(file: string): FileEntries {
  let source: string
  try {
    source = readFileSync(file, 'utf8')
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return { problem: isMissing ? `There is no file ${file}` : `Cannot read ${file}: ${messageOf(error)}` }
  }
  try {
    const extension = extname(file).toLowerCase()
    if (extension === '.toml') return flatten(file, Bun.TOML.parse(source))
    if (extension === '.json' || source.trimStart().startsWith('{')) return flatten(file, JSON.parse(source))
    return readLines(file, source)
  } catch (error) {
    return { problem: `Cannot read ${file}: ${messageOf(error)}` }
  }
}

function flatten(file: string, content: unknown): FileEntries {
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    return { problem: `${file} must contain names and values at its top level` }
  const entries = new Map<string, string>()
  for (const [name, value] of Object.entries(content)) {
    const words = Array.isArray(value) ? value : [value]
    if (!words.every((word) => ['string', 'number', 'boolean'].includes(typeof word)))
      return { problem: `${file}: ${name} must be text, a number, true, false or a list of these` }
    entries.set(name, words.map(String).join(','))
  }
  return { entries }
}

function readLines(file: string, source: string): FileEntries {
  const entries = new Map<string, string>()
  for (const [index, raw] of source.split(/\r?\n/).entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    const [, name, value = ''] = /^(?:export\s+)?([A-Za-z_][A-Za-z0-9_-]*)\s*=\s*(\S.*)?$/.exec(line) ?? []
    if (name === undefined) return { problem: `${file}, line ${index + 1}: expected NAME=value` }
    entries.set(name, unquote(value))
  }
  return { entries }
}

function unquote(value: string): string {
  const [, , inside] = /^(["'])(.*)\1$/.exec(value) ?? []
  return inside ?? value
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
