import type { Loop, Note } from '../data/index.ts'
import { fill, insides } from './patterns.ts'
import type { Provider } from './provider.ts'
import { isLoop, roundMember, roundTag, roundWord } from './rounds.ts'

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

/** Families in whose tags a name is a path of words. */
const wordsOnly = new Set(
  'liquid liquid-square jinja handlebars mustache sparkpost go-template tt2 smarty freemarker zephyr erb'.split(' '),
)
const isWord = /^[\w$:.-]+$/

/** Resolves paths to what the provider calls them, in the loops that are open. */
export class References {
  readonly #provider: Provider
  readonly #fields: FieldMap
  /** What is open around: loops, and paths that conditions have made the scope, where they do; the innermost last. */
  readonly #frames: (Loop | string)[] = []

  constructor(provider: Provider, fields: FieldMap) {
    this.#provider = provider
    this.#fields = fields
  }

  /** A loop, or the path of a condition whose inside means members of the value. */
  open(frame: Loop | string): void {
    this.#frames.push(frame)
  }

  close(): void {
    this.#frames.pop()
  }

  of(path: string, note: Note): Reference {
    const round = this.#roundOf(path)
    if (round !== undefined) return round
    const item = this.#itemOf(path)
    if (item !== undefined) return { ...item, tag: this.#selfAt(path) ?? item.tag }
    const own = this.#ownTag(path)
    if (own !== undefined) return { tag: own, write: (pattern) => (pattern === this.#provider.field ? own : undefined) }
    const name = this.#nameOf(path, note)
    const write = (pattern: string) => this.#named(this.#outside(pattern), name)
    return { tag: this.#selfAt(path) ?? write(this.#provider.field), write }
  }

  /** What a path tells of the round, in a loop. Conditions ask for it in words of their own. */
  #roundOf(path: string): Reference | undefined {
    const { loop } = this.#provider
    const member = roundMember(path)
    if (member === undefined || loop === undefined || !this.#frames.some(isLoop)) return undefined
    const word = roundWord(this.#provider, member)
    return { tag: word === undefined ? undefined : roundTag(word, loop), write: () => undefined }
  }

  #selfAt(path: string): string | undefined {
    return this.#frames.at(-1) === path ? this.#provider.condition?.self : undefined
  }

  /** How far out the scope of a loop's item is, or that of the data. */
  #stepsTo(loop?: Loop): number {
    const above = this.#frames.slice(loop === undefined ? 0 : this.#frames.lastIndexOf(loop) + 1)
    return above.filter((frame) => typeof frame === 'string' || !isNamed(this.#provider)).length
  }

  /** The opening tag of a loop for its list, and what the list is called. */
  listOf({ in: path }: Loop, open: string, note: Note): { open: string; list: string } {
    const { loop } = this.#provider
    const outer = this.#loopOf(path)
    if (outer === undefined) {
      const list = this.#fields[path] ?? this.#listName(path, note)
      return { open: fill(open, { LIST: list }), list }
    }
    const inner = insides(this.#provider.field, loop?.item ?? '')?.item ?? '{NAME}'
    const list = fill(inner, { ITEM: outer.as, NAME: path.slice(outer.as.length + 1) })
    return { open: open.replace(/[^\s({'"]*\{LIST\}/, () => list), list }
  }

  #itemOf(path: string): Reference | undefined {
    const { loop, field } = this.#provider
    const owner = this.#loopOf(path)
    if (owner === undefined || loop === undefined) return undefined
    const name = path.slice(owner.as.length + 1)
    const item = this.#inner(loop.item, this.#stepsTo(owner), name)
    const both = insides(field, item)
    const values = { ITEM: owner.as, NAME: name }
    return {
      tag: fill(item, values),
      write: (pattern) => {
        if (both === undefined || !pattern.includes(both.field) || isQuoted(pattern, both.field)) return undefined
        // Braze has its fields in two braces inside of tags too, and no other names.
        const bare = pattern.startsWith('{%') ? pattern.split(field).join(both.item) : pattern
        return fill(bare.split(both.field).join(both.item), values)
      },
    }
  }

  /** The pattern of an item so many scopes further out; an item without a member is the item itself. */
  #inner(item: string, steps: number, name: string): string {
    const up = '../'.repeat(steps)
    const there =
      up === '' ? item : item.includes('this.') ? item.replace('this.', up) : item.replace('{NAME}', `${up}{NAME}`)
    return name === '' ? there.replace('.{NAME}', '') : there
  }

  #loopOf(path: string): Loop | undefined {
    const [head = ''] = path.split('.', 1)
    return this.#frames.findLast((frame): frame is Loop => isLoop(frame) && frame.as === head)
  }

  // Where a loop or a condition makes the item the scope, the rest of the data is further out.
  #outside(pattern: string): string {
    const { condition, family } = this.#provider
    const steps = this.#stepsTo()
    if (family === 'go-template') return steps === 0 ? pattern : pattern.replace(/(?<=[\s(])\./, '$.')
    const up = (condition?.parent ?? '../').repeat(steps)
    return steps === 0 ? pattern : pattern.replace(/[\w.]*\{NAME\}/g, (path) => up + path)
  }

  /** A pattern about a field of this name; undefined where such a name cannot be written. */
  #named(pattern: string, given: string): string | undefined {
    const { family, spaced } = this.#provider
    const { name, placed } = this.#placed(pattern, given)
    if (isWord.test(name) || !wordsOnly.has(family)) return fill(placed, { NAME: name })
    if (spaced === undefined || /["'\]}]/.test(name)) return undefined
    return fill(placed.split(spaced.was).join(spaced.is), { NAME: name })
  }

  /** The pattern where fields of the account's own stand elsewhere than those that every account has. */
  #placed(pattern: string, name: string): { placed: string; name: string } {
    const { custom, names = {} } = this.#provider
    if (custom === undefined) return { placed: pattern, name }
    const space = custom.spaces?.find((each) => name.startsWith(`${each}.`))
    const isCustom = ![...Object.values(names), ...custom.standard].includes(name)
    const is = space === undefined ? (isCustom ? custom.is : custom.was) : `${space}.${custom.was}`
    return {
      placed: pattern.split(custom.was).join(is),
      name: space === undefined ? name : name.slice(space.length + 1),
    }
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
function spelled(name: string, { field, spelling }: Provider): string {
  // Merge fields of Mailchimp have at most ten capitals, digits and underscores.
  if (field === '*|{NAME}|*') return name.toUpperCase().replace(/\W/g, '').slice(0, 10)
  return spelling === 'upper' ? name.toUpperCase() : name
}

/** Whether items of loops have names of their own; otherwise the item is the scope. */
function isNamed({ loop }: Provider): boolean {
  return loop === undefined || loop.open.includes('{ITEM}') || /(?<!\bthis)(?<=\w)\.\{NAME\}/.test(loop.item)
}
