import { type Issue, fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'

// Only an escape can bring a NUL, a lone surrogate or a disguised name into text that is valid UTF-8.
const needsSearch = /\\u|__proto__|"constructor"/
const forbiddenNames = new Set(['__proto__', 'constructor'])

/**
 * Reads a JSON body. Fails with MALFORMED_BODY on anything that is not one JSON value, on nesting beyond
 * `limits.jsonDepth` and on member names that address prototypes; with VALIDATION_FAILED on text that cannot be
 * stored (NUL, lone surrogates).
 */
export function readJson(text: string): unknown {
  const value = parse(text)
  const search = needsSearch.test(text)
  // A document of this size cannot be nested too deep: each level costs an opening and a closing character.
  if (!search && text.length < limits.jsonDepth * 2) return value
  const issues: Issue[] = []
  inspect({ value, depth: 0, search, path: '', issues })
  if (issues.length > 0)
    fail('VALIDATION_FAILED', { detail: 'Correct the members of the body listed in issues.', issues })
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return fail('MALFORMED_BODY', text.trim() === '' ? 'The body is empty.' : undefined)
  }
}

type Visit = { value: unknown; depth: number; search: boolean; path: string; issues: Issue[] }

function inspect({ value, depth, search, path, issues }: Visit): void {
  if (typeof value === 'string') {
    if (search) inspectText(value, path, issues)
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (depth === limits.jsonDepth) fail('MALFORMED_BODY', `The body is nested deeper than ${limits.jsonDepth} levels.`)
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const item: unknown = value[i]
      if (search || typeof item === 'object')
        inspect({ value: item, depth: depth + 1, search, path: search ? `${path}/${i}` : '', issues })
    }
    return
  }
  for (const [name, member] of Object.entries(value)) {
    if (search) inspectName(name, path, issues)
    if (search || typeof member === 'object')
      inspect({ value: member, depth: depth + 1, search, path: search ? `${path}/${escape(name)}` : '', issues })
  }
}

function inspectName(name: string, path: string, issues: Issue[]): void {
  if (forbiddenNames.has(name)) fail('MALFORMED_BODY', `A member may not be named ${name}.`)
  inspectText(name, path, issues)
}

function inspectText(text: string, path: string, issues: Issue[]): void {
  if (issues.length >= 50) return
  if (text.includes('\0')) issues.push({ path: path.slice(0, 200), message: 'May not hold the NUL character.' })
  else if (!text.isWellFormed())
    issues.push({ path: path.slice(0, 200), message: 'Holds half of a surrogate pair; send whole characters.' })
}

function escape(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1').toWellFormed().slice(0, 100)
}
