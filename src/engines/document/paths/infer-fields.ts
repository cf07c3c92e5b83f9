import type { FieldDeclaration } from '../../data/index.ts'
import type { EmailDocument } from '../model.ts'
import { type UsedPath, usedPaths } from './used-paths.ts'

// What the mailing system or the language itself fills in.
const given = /^(?:now|forloop(?:\..*)?|(?:unsubscribe|view|preferences|forward|address)_url)$/

/**
 * Declarations for what a document asks for and does not declare: type and sample by the way it is used. A list declares its
 * items by the sample; what has parts is declared by them.
 */
export function inferFields(document: EmailDocument): FieldDeclaration[] {
  const used = usedPaths(document).filter(({ path }) => !given.test(path))
  const declared = document.fields.map(({ path }) => path)
  const byPath = new Map<string, UsedPath[]>()
  for (const one of used) byPath.set(one.path, [...(byPath.get(one.path) ?? []), one])
  const fields: FieldDeclaration[] = []
  for (const [path, uses] of byPath) {
    const list = listOf(path)
    const own = list ?? path
    if (fields.some((field) => field.path === own) || isCovered(own, declared)) continue
    if (list !== undefined || uses.some(({ kind }) => kind === 'loop')) {
      fields.push({ path: own, type: 'list', sample: [itemOf(own, byPath)] })
    } else if (!hasParts(path, byPath)) fields.push({ path, ...guess(path, uses) })
  }
  return fields
}

function listOf(path: string): string | undefined {
  const star = path.indexOf('.*')
  return star < 0 ? undefined : path.slice(0, star)
}

function isCovered(path: string, declared: readonly string[]): boolean {
  return declared.some((one) => one === path || path.startsWith(`${one}.`) || one.startsWith(`${path}.`))
}

function hasParts(path: string, byPath: ReadonlyMap<string, unknown>): boolean {
  return [...byPath.keys()].some((other) => other.startsWith(`${path}.`))
}

// One item, with all that the document asks of items.
function itemOf(list: string, byPath: ReadonlyMap<string, UsedPath[]>, depth = 0): unknown {
  const prefix = `${list}.*`
  const item: Record<string, unknown> = {}
  for (const [path, uses] of byPath) {
    if (!path.startsWith(`${prefix}.`)) continue
    const [key = ''] = path.slice(prefix.length + 1).split('.')
    const inner = `${prefix}.${key}`
    const isList = path.startsWith(`${inner}.*`) || (path === inner && uses.some(({ kind }) => kind === 'loop'))
    if (isList && depth < 3) item[key] = [itemOf(inner, byPath, depth + 1)]
    else if (!Object.hasOwn(item, key)) item[key] = path === inner ? guess(path, uses).sample : {}
  }
  return Object.keys(item).length === 0 ? words(list) : item
}

function guess(path: string, uses: readonly UsedPath[]): { type: FieldDeclaration['type']; sample: unknown } {
  const has = (kind: UsedPath['kind']) => uses.some((use) => use.kind === kind)
  const filtered = (name: string) => uses.some(({ filters = [] }) => filters.some((filter) => filter === name))
  if (filtered('date') || has('instant')) return { type: 'date', sample: '2026-11-21T10:00:00Z' }
  if (filtered('number')) return { type: 'number', sample: 42 }
  if (has('address')) {
    const isPicture = uses.some(({ prop }) => /src|poster|image/i.test(prop))
    return isPicture
      ? { type: 'image', sample: 'https://example.com/picture.png' }
      : { type: 'url', sample: 'https://example.com/' }
  }
  if (uses.every(({ kind }) => kind === 'condition')) return { type: 'boolean', sample: true }
  return { type: 'string', sample: words(path) }
}

function words(path: string): string {
  const last = path.split('.').findLast((part) => part !== '*') ?? path
  const text = last
    .replace(/[_-]+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .trim()
  return text === '' ? last : text[0]?.toUpperCase() + text.slice(1)
}
