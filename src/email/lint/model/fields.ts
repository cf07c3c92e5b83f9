import { type FieldDeclaration, type Loop, nearestName } from '../../data/index.ts'
import type { EmailDocument } from '../../document/index.ts'
import type { DocumentValues, Resolved, TagUse } from './values.ts'

/** Paths that the ESP or the template language provides. */
const given = new Set([
  'now',
  'forloop',
  'unsubscribe_url',
  'view_url',
  'preferences_url',
  'forward_url',
  'address_url',
])

/** True if a path needs no declaration. */
export function isGiven(path: string): boolean {
  return given.has(path) || path.startsWith('forloop.')
}

/** The data path of a tag, with the variables of all enclosing loops resolved. */
export function resolve(use: TagUse): Resolved {
  // Cached, because several rules resolve every tag.
  return (use.resolved ??= findOutside(use))
}

function findOutside({ nodeContext, tag }: TagUse): Resolved {
  let { path } = tag
  let list = ''
  const variable = path.split('.', 1)[0] ?? ''
  // From the innermost loop outwards: the list of a loop may be a member of another loop's item.
  for (const loop of (nodeContext?.loops ?? []).toReversed()) {
    const head = path.split('.', 1)[0] ?? ''
    if (head !== loop.as || isOwnList(loop, tag.path)) continue
    path = `${loop.in}.*${path.slice(head.length)}`
    list = list === '' ? `${loop.in}.*` : list
  }
  const known = path.includes('.') ? path.replace(/\.(?:\d+|first|last)(?=\.|$)/g, '.*') : path
  return { path: known, variable: list === '' ? '' : variable, list }
}

// The list of a loop is evaluated before its variable exists.
function isOwnList(loop: Loop, path: string): boolean {
  return loop.in === path
}

class DeclaredFields {
  readonly #fields = new Map<string, FieldDeclaration>()
  /** Every path in declarations and their samples. */
  readonly names: ReadonlySet<string>
  /** Declared paths whose members are unknown. */
  readonly #open: readonly string[]

  constructor(fields: readonly FieldDeclaration[]) {
    const names = new Set<string>()
    const open: string[] = []
    for (const field of fields) {
      const { path, type, sample, default: value } = field
      if (!this.#fields.has(path)) this.#fields.set(path, field)
      const known = path.replace(/\.\d+(?=\.|$)/g, '.*')
      addPrefixes(known, names)
      const example = sample ?? value
      const isHollow = example === undefined || (Array.isArray(example) && example.length === 0)
      if (type === 'object' || type === 'list') {
        if (isHollow) open.push(known)
        else addInside(example, known, names, 0)
      }
    }
    this.names = names
    this.#open = open
  }

  /** True if the path is declared, or inside a declared one whose members are unknown. */
  covers(path: string): boolean {
    if (this.names.has(path)) return true
    if (path.endsWith('.size') && this.names.has(path.slice(0, -'.size'.length))) return true
    return this.#open.some((one) => path.startsWith(`${one}.`))
  }

  /** The declaration of exactly that path. */
  of(path: string): FieldDeclaration | undefined {
    return this.#fields.get(path)
  }
}

const maxNames = 5000

function addPrefixes(path: string, names: Set<string>): void {
  for (let end = path.indexOf('.'); end > 0; end = path.indexOf('.', end + 1)) names.add(path.slice(0, end))
  names.add(path)
}

function addInside(value: unknown, path: string, names: Set<string>, depth: number): void {
  if (depth > 6 || names.size > maxNames) return
  if (Array.isArray(value)) {
    names.add(`${path}.*`)
    for (const item of value.slice(0, 20)) addInside(item, `${path}.*`, names, depth + 1)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      names.add(`${path}.${key}`)
      addInside(member, `${path}.${key}`, names, depth + 1)
    }
  }
}

/** A path that no declaration covers. */
export interface UndeclaredField {
  use: TagUse
  resolved: Resolved
  /** The most similar declared path, written relative to the enclosing loop. */
  meant: string | undefined
}

const cached = new WeakMap<DocumentValues, UndeclaredField[]>()
const knownDeclarations = new WeakMap<readonly FieldDeclaration[], DeclaredFields>()

/** Declarations of a document; cached. */
export function declaredIn({ fields }: EmailDocument): DeclaredFields {
  let declared = knownDeclarations.get(fields)
  if (declared === undefined) knownDeclarations.set(fields, (declared = new DeclaredFields(fields)))
  return declared
}

const maxUnknown = 200
/** Suggestions are expensive, so only the first ones get any. */
const maxSuggested = 40

/** Paths that the document uses and does not declare, each once per node. */
export function findUndeclaredFields({
  document,
  values,
}: {
  document: EmailDocument
  values: DocumentValues
}): readonly UndeclaredField[] {
  const known = cached.get(values)
  if (known !== undefined) return known
  const undeclared: UndeclaredField[] = []
  const declared = declaredIn(document)
  const seen = new Set<string>()
  const suggestions = new Map<string, string | undefined>()
  for (const use of values.tags) {
    if (isGiven(use.tag.path)) continue
    const resolved = resolve(use)
    if (declared.covers(resolved.path)) continue
    const key = `${use.nodeContext?.node.id ?? ''} ${resolved.path}`
    if (seen.has(key)) continue
    seen.add(key)
    if (undeclared.length >= maxUnknown) break
    if (!suggestions.has(resolved.path) && suggestions.size < maxSuggested)
      suggestions.set(resolved.path, nearestName(resolved.path, declared.names))
    const meant = suggestions.get(resolved.path)
    undeclared.push({ use, resolved, meant: meant === undefined ? undefined : writtenAs(meant, resolved) })
  }
  cached.set(values, undeclared)
  return undeclared
}

function writtenAs(path: string, { list, variable }: Resolved): string | undefined {
  if (list === '') return path.includes('*') ? undefined : path
  return path.startsWith(`${list}.`) ? variable + path.slice(list.length) : undefined
}
