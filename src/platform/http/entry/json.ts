import { type Issue, fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'

// In valid UTF-8, a NUL, a lone surrogate or a disguised name requires an escape sequence.
const needsSearch = /\\u|__proto__|"constructor"/
const forbiddenNames = new Set(['__proto__', 'constructor'])

/**
 * Parses a JSON body. Fails with MALFORMED_BODY on anything that is not one JSON value, on nesting beyond `limits.jsonDepth`
 * and on member names that address prototypes; with VALIDATION_FAILED on text that cannot be stored (NUL, lone surrogates).
 */
export function readJson(text: string): unknown {
  const value = parse(text)
  // A shorter document cannot exceed the depth: each level costs an opening and a closing character.
  if (text.length >= limits.jsonDepth * 2) checkDepth(value, limits.jsonDepth)
  if (!needsSearch.test(text)) return value
  const issues: Issue[] = []
  inspect(value, '', issues)
  if (issues.length > 0)
    fail('VALIDATION_FAILED', { detail: 'Correct the members of the body listed in issues.', issues })
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return fail('MALFORMED_BODY', text.trim() === '' ? 'The body is empty.' : 'It is not valid JSON.')
  }
}

function checkDepth(value: unknown, levels: number): void {
  if (typeof value !== 'object' || value === null) return
  if (levels === 0) fail('MALFORMED_BODY', `The body is nested deeper than ${limits.jsonDepth} levels.`)
  if (Array.isArray(value)) for (const item of value) checkDepth(item, levels - 1)
  // JSON.parse returns objects without inherited members, and building a list of keys would cost more than this loop.
  else for (const name in value) checkDepth((value as Record<string, unknown>)[name], levels - 1)
}

function inspect(value: unknown, path: string, issues: Issue[]): void {
  if (typeof value === 'string') return inspectText(value, path, issues)
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) return value.forEach((item, index) => inspect(item, `${path}/${index}`, issues))
  for (const [name, member] of Object.entries(value)) {
    inspectName(name, path, issues)
    inspect(member, `${path}/${escape(name)}`, issues)
  }
}

function inspectName(name: string, path: string, issues: Issue[]): void {
  if (forbiddenNames.has(name)) fail('MALFORMED_BODY', `A member may not be named ${name}.`)
  inspectText(name, path, issues)
}

function inspectText(text: string, path: string, issues: Issue[]): void {
  if (issues.length >= 50) return
  if (text.includes('\0')) issues.push({ path: path.slice(0, 200), message: 'Must not contain the NUL character.' })
  else if (!text.isWellFormed())
    issues.push({ path: path.slice(0, 200), message: 'Contains half of a surrogate pair; send whole characters.' })
}

function escape(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1').toWellFormed().slice(0, 100)
}
