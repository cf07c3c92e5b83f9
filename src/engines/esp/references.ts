import type { Loop, Note } from '../data/index.ts'
import { fill, insides } from './patterns.ts'
import type { Provider } from './provider.ts'

/** What a path means to the provider: a pattern with `{NAME}` written for it, or undefined where it has no words for it. */
export interface Reference {
  /** The pattern, which is one of the provider's about a field, written for this path. */
  write(pattern: string): string | undefined
  /** The plain tag. */
  tag: string | undefined
}

/** The names of fields in the provider's account by paths of the document. */
export type FieldMap = Readonly<Record<string, string>>

const known = ['first_name', 'last_name', 'email']
const people = /^(?:contact|subscriber|recipient|customer|person|user|member|profile)\./

/** Resolves paths to what the provider calls them, in the loops that are open. */
export class References {
  readonly #provider: Provider
  readonly #fields: FieldMap
  readonly #loops: Loop[] = []
  /** Names of what conditions around have made the scope, where they do. */
  readonly #scopes: string[] = []

  constructor(provider: Provider, fields: FieldMap) {
    this.#provider = provider
    this.#fields = fields
  }

  open(loop: Loop): void {
    this.#loops.push(loop)
  }

  close(): void {
    this.#loops.pop()
  }

  /** A condition whose inside means members of the value. */
  enter(path: string): void {
    this.#scopes.push(path)
  }

  leave(): void {
    this.#scopes.pop()
  }

  of(path: string, note: Note): Reference {
    const item = this.#itemOf(path)
    if (item !== undefined) return item
    const own = this.#ownTag(path)
    if (own !== undefined) return { tag: own, write: (pattern) => (pattern === this.#provider.field ? own : undefined) }
    const name = this.#nameOf(path, note)
    const write = (pattern: string) => fill(this.#outside(pattern), { NAME: name })
    const self = this.#provider.condition?.self
    const tag = this.#scopes.at(-1) === path && self !== undefined ? self : write(this.#provider.field)
    return { tag, write }
  }

  /** The list of a loop as its opening tag names it. */
  listOf({ in: path }: Loop, note: Note): { open: string } {
    const { loop } = this.#provider
    const open = loop?.open ?? ''
    const outer = this.#loopOf(path)
    if (outer === undefined) return { open: fill(open, { LIST: this.#fields[path] ?? this.#listName(path, note) }) }
    const inner = insides(this.#provider.field, loop?.item ?? '')?.item ?? '{NAME}'
    const list = fill(inner, { ITEM: outer.as, NAME: path.slice(outer.as.length + 1) })
    return { open: open.replace(/[^\s({'"]*\{LIST\}/, () => list) }
  }

  #itemOf(path: string): Reference | undefined {
    const { loop, field } = this.#provider
    const owner = this.#loopOf(path)
    if (owner === undefined || loop === undefined) return undefined
    const name = path.slice(owner.as.length + 1)
    const depth = this.#loops.length - 1 - this.#loops.lastIndexOf(owner)
    const item = this.#inner(loop.item, depth, name)
    const both = insides(field, item)
    const values = { ITEM: owner.as, NAME: name }
    return {
      tag: fill(item, values),
      write: (pattern) =>
        both === undefined || !pattern.includes(both.field) || isQuoted(pattern, both.field)
          ? undefined
          : fill(pattern.split(both.field).join(both.item), values),
    }
  }

  /** The pattern of an item `depth` loops further out; an item without a member is the item itself. */
  #inner(item: string, depth: number, name: string): string {
    const up = isNamed(this.#provider) ? '' : '../'.repeat(depth)
    const there =
      up === '' ? item : item.includes('this.') ? item.replace('this.', up) : item.replace('{NAME}', `${up}{NAME}`)
    return name === '' ? there.replace('.{NAME}', '') : there
  }

  #loopOf(path: string): Loop | undefined {
    const [head = ''] = path.split('.', 1)
    return this.#loops.findLast(({ as }) => as === head)
  }

  // Where a loop or a condition makes the item the scope, the rest of the data is further out.
  #outside(pattern: string): string {
    const { condition, family } = this.#provider
    if (family === 'go-template') return this.#loops.length === 0 ? pattern : pattern.replace(/(?<=[\s(])\./, '$.')
    const steps =
      (isNamed(this.#provider) ? 0 : this.#loops.length) + (condition?.scope === 'push' ? this.#scopes.length : 0)
    return steps === 0 ? pattern : pattern.replace('{NAME}', `${(condition?.parent ?? '../').repeat(steps)}{NAME}`)
  }

  #ownTag(path: string): string | undefined {
    return this.#fields[path] === undefined ? this.#provider.tags?.[withoutPerson(path)] : undefined
  }

  #nameOf(path: string, note: Note): string {
    const mapped = this.#fields[path] ?? this.#provider.names?.[withoutPerson(path)]
    if (mapped !== undefined) return mapped
    const name = spelled(withoutPerson(path), this.#provider)
    if (this.#provider.category !== 'transactional') {
      note(
        'TARGET_FIELD_GUESSED',
        `What ${this.#provider.name} calls ${path} is not known; “${name}” was written. Map it in field_map.`,
      )
    }
    return name
  }

  #listName(path: string, note: Note): string {
    if (this.#provider.category !== 'transactional') {
      note(
        'TARGET_FIELD_GUESSED',
        `What ${this.#provider.name} calls the list ${path} is not known; “${path}” was written. Map it in field_map.`,
      )
    }
    return path
  }
}

// A name in quotes is given to a function that looks it up among the fields of the account.
function isQuoted(pattern: string, inside: string): boolean {
  return /["']/.test(pattern[pattern.indexOf(inside) - 1] ?? '')
}

function withoutPerson(path: string): string {
  const name = path.replace(people, '')
  return known.includes(name) || name !== path ? name : path
}

/** A name as the provider's accounts spell theirs. */
function spelled(name: string, { field }: Provider): string {
  // Merge fields of Mailchimp have at most ten capitals, digits and underscores.
  return field === '*|{NAME}|*' ? name.toUpperCase().replace(/\W/g, '').slice(0, 10) : name
}

/** Whether items of loops have names of their own; otherwise the item is the scope. */
function isNamed({ loop }: Provider): boolean {
  return loop === undefined || loop.open.includes('{ITEM}')
}
