import type { Loop, NoteNative } from '../data/index.ts'
import { fillPath, memberOf } from './paths.ts'
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

/** Most letters of the name of a merge field of Mailchimp. */
const maxMergeFieldLength = 10

const known = ['first_name', 'last_name', 'email']
const people = /^(?:contact|subscriber|recipient|customer|person|user|member|profile)\./

/** Families in whose tags a name is a path of words. */
const wordsOnly = new Set(
  'liquid liquid-square jinja handlebars mustache sparkpost go-template tt2 smarty freemarker zephyr erb'.split(' '),
)
/** Families whose conditions and tags hold expressions, in which a list can be named as loops name it. */
const askable = new Set(['liquid', 'jinja', 'handlebars', 'go-template'])
/** The list of an opening tag, with what it is in: all of it between `in` and a filter, where there is an `in`. */
const listPlace = /(?<=\bin )[^\s%|]*\{LIST\}[^\s%|[]*|[^\s({'"]*\{LIST\}/
const isWord = /^[\w$:.-]+$/

/** Resolves paths to what the provider calls them, in the loops that are open. */
export class References {
  readonly #provider: Provider
  readonly #fields: FieldMap
  /** What is open around: loops, and paths that conditions have made the scope, where they do; the innermost last. */
  readonly #frames: (Loop | string)[] = []
  /** The names that fields have been given, and the first field that has a name. */
  readonly #names = new Map<string, string>()
  readonly #owners = new Map<string, { field: string; path: string; isMapped: boolean }>()
  /** Paths of lists, with `*` for an item. */
  readonly #lists = new Set<string>()

  constructor(provider: Provider, fields: FieldMap) {
    this.#provider = provider
    this.#fields = fields
    // Names that the account is known to have are given to no guess.
    if (provider.spelling === 'merge-field')
      for (const [path, name] of [...Object.entries(fields), ...Object.entries(provider.names ?? {})])
        if (!this.#owners.has(name)) this.#owners.set(name, { field: withoutPerson(path), path, isMapped: true })
  }

  /** A loop, or the path of a condition whose inside means members of the value. */
  open(frame: Loop | string): void {
    this.#frames.push(frame)
  }

  close(): void {
    this.#frames.pop()
  }

  /** Paths that hold lists, with `*` for an item: what is queried about them is queried where loops read them. */
  declareLists(paths: readonly string[]): void {
    for (const path of paths) this.#lists.add(path)
  }

  of(path: string, note: NoteNative): Reference {
    const round = this.#roundOf(path)
    if (round !== undefined) return round
    const item = this.#itemOf(path)
    if (item !== undefined) return { ...item, tag: this.#selfAt(path) ?? item.tag }
    const member = this.#ofList(path, note)
    if (member !== undefined) return member
    const own = this.#ownTag(path)
    if (own !== undefined) this.#noteRenamed(path, own, note)
    if (own !== undefined) return { tag: own, write: (pattern) => (pattern === this.#provider.field ? own : undefined) }
    const name = this.#nameOf(path, note)
    const write = (pattern: string) => this.#named(this.#outside(pattern), name)
    return { tag: this.#selfAt(path) ?? write(this.#provider.field), write }
  }

  /** What a path tells of the round, in a loop. Conditions request it in words of their own. */
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

  /** The opening tag of a loop for its list, and what the list is called; undefined where the list cannot be named. */
  listOf({ in: path }: Loop, open: string, note: NoteNative): { open: string; list: string } | undefined {
    const owner = this.#loopOf(path)
    if (owner === undefined) {
      const pattern = this.#outside(open.replace('{LIST}', '{NAME}'))
      const name = this.#fields[path] ?? this.#listName(path, note)
      const [written, list] = [fillPath(pattern, name, this.#provider), fillPath('{NAME}', name, this.#provider)]
      if (written === undefined || list === undefined) return undefined
      return { open: written, list: this.#up(this.#stepsTo()) + list }
    }
    const item = this.#itemPattern(owner)
    const inner = (item && insides(this.#provider.field, item)?.item) ?? '{NAME}'
    const list = this.#fillItem(inner, owner, path)
    return list === undefined ? undefined : { open: open.replace(listPlace, () => list), list }
  }

  #itemOf(path: string): Reference | undefined {
    const { condition, field } = this.#provider
    const owner = this.#loopOf(path)
    const item = owner && this.#itemPattern(owner)
    if (owner === undefined || item === undefined) return undefined
    const both = insides(field, item)
    const length = path.endsWith('.size') && this.#lists.has(this.#absolute(path.slice(0, -5)))
    const inside = (pattern: string): string | undefined => {
      if (!length) return this.#fillItem(pattern, owner, path)
      if (both === undefined) return undefined
      const list = this.#fillItem(both.item, owner, path.slice(0, -5))
      const size = list === undefined ? undefined : memberOf(list, '.size', this.#provider)
      return size === undefined ? undefined : pattern.split(both.item).join(size)
    }
    const self = path === owner.as && this.#stepsTo(owner) === 0 ? condition?.self : undefined
    return {
      tag: self ?? inside(item),
      write: (pattern) => {
        if (both === undefined || !pattern.includes(both.field) || isQuoted(pattern, both.field)) return undefined
        // Braze has its fields in two braces inside of tags too, and no other names.
        const bare = pattern.startsWith('{%') ? pattern.split(field).join(both.item) : pattern
        return inside(bare.split(both.field).join(both.item))
      },
    }
  }

  /** The pattern of an item of the loop, from where tags are written now. */
  #itemPattern(owner: Loop): string | undefined {
    const item = this.#provider.loop?.item
    const up = this.#up(this.#stepsTo(owner))
    if (item === undefined || up === '') return item
    return item.includes('this.') ? item.replace('this.', up) : item.replace('{NAME}', `${up}{NAME}`)
  }

  /** A pattern about an item, written for a path in it; undefined where it cannot be. Without a member it is the item itself. */
  #fillItem(pattern: string, { as }: Loop, path: string): string | undefined {
    const name = path.slice(as.length + 1)
    const placed = fill(pattern, { ITEM: as })
    if (name !== '') return fillPath(placed, name, this.#provider)
    return /[./]\{NAME\}/.test(placed) ? placed.replace(/[./]\{NAME\}/g, '') : undefined
  }

  /** What is queried of a list of the data or of an item in it, where loops read that list. */
  #ofList(path: string, note: NoteNative): Reference | undefined {
    const { family, field, loop } = this.#provider
    const list = this.#lists.size === 0 ? undefined : this.#listIn(path)
    if (list === undefined || !askable.has(family) || field.includes('${') || this.#fields[path] !== undefined)
      return undefined
    const inside = field.replace(/^\{\{\s*|(?:(?<!\s)\s+)?\}\}$/g, '')
    const both = insides(field, loop?.item ?? '') ?? { field: inside }
    const place = loop === undefined ? inside : /(?<![\w.@$])[\w.@$]*(?:\['|\b)?\{LIST\}(?:'\])?/.exec(loop.open)?.[0]
    if (place === undefined || !field.includes(both.field)) return undefined
    const name = this.#fields[list] ?? (loop === undefined ? this.#nameOf(list, note) : this.#listName(list, note))
    const at = fillPath(this.#outside(` ${place.replace('{LIST}', '{NAME}')}`).slice(1), name, this.#provider)
    const operand = at === undefined ? undefined : memberOf(at, path.slice(list.length), this.#provider)
    const write = (pattern: string) =>
      operand === undefined || !pattern.includes(both.field) || isQuoted(pattern, both.field)
        ? undefined
        : pattern.split(both.field).join(operand)
    return { tag: write(field), write }
  }

  /** The longest beginning of a path that holds a list. */
  #listIn(path: string): string | undefined {
    for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
      const list = path.slice(0, end)
      if (this.#lists.has(this.#absolute(list))) return list
    }
    return undefined
  }

  /** A path as the data knows it, with `*` for an item. */
  #absolute(path: string): string {
    const owner = this.#loopOf(path)
    const from = owner === undefined ? path : `${this.#absoluteList(owner)}.*${path.slice(owner.as.length)}`
    return from.replace(/\.\d+(?=\.|$)/g, '.*')
  }

  #absoluteList(loop: Loop): string {
    const outer = this.#frames.slice(0, this.#frames.indexOf(loop))
    const [head = ''] = loop.in.split('.', 1)
    const owner = outer.findLast((frame): frame is Loop => isLoop(frame) && frame.as === head)
    return owner === undefined ? loop.in : `${this.#absoluteList(owner)}.*${loop.in.slice(owner.as.length)}`
  }

  #loopOf(path: string): Loop | undefined {
    const [head = ''] = path.split('.', 1)
    return this.#frames.findLast((frame): frame is Loop => isLoop(frame) && frame.as === head)
  }

  // Where a loop or a condition makes the item the scope, the rest of the data is further out.
  #outside(pattern: string): string {
    // In Go every loop does, whatever the name of the item.
    if (this.#provider.family === 'go-template')
      return this.#frames.some(isLoop) ? pattern.replace(/(?<=[\s(])\.(?=[\w{])/g, '$.') : pattern
    const up = this.#up(this.#stepsTo())
    return up === '' ? pattern : pattern.replace(/(?<![\w.])[\w.]*\{NAME\}/g, (path) => up + path)
  }

  #up(steps: number): string {
    return (this.#provider.condition?.parent ?? '../').repeat(steps)
  }

  /** A pattern about a field of this name; undefined where such a name cannot be written. */
  #named(pattern: string, given: string): string | undefined {
    const { family, spaced } = this.#provider
    const { name, placed } = this.#placed(pattern, given)
    if (isWord.test(name) || !wordsOnly.has(family)) return fillPath(placed, name, this.#provider)
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
    return this.#fields[path] === undefined ? this.#provider.tags?.[this.#fieldAt(path)] : undefined
  }

  /** The field that a path represents: of the account's fields those of a person have no prefix. */
  #fieldAt(path: string): string {
    return this.#provider.ownData === true ? path : withoutPerson(path)
  }

  #nameOf(path: string, note: NoteNative): string {
    const { names, name: target, category } = this.#provider
    const field = this.#fieldAt(path)
    const mapped = this.#fields[path]
    const known = mapped ?? names?.[field]
    if (known !== undefined) {
      if (mapped === undefined) this.#noteRenamed(path, known, note)
      return this.#claim(known, { field, path, isMapped: mapped !== undefined, note })
    }
    const guess = spelled(field, this.#provider)
    if (category !== 'transactional') {
      const name = this.#claim(guess, { field, path, isMapped: false, note })
      note(
        'TARGET_FIELD_GUESSED',
        `What ${target} calls ${path} is not known; “${name}” was written. Map it in field_map.`,
      )
      return name
    }
    if (guess !== field) this.#noteRenamed(path, guess, note)
    return this.#claim(guess, { field, path, isMapped: false, note })
  }

  /** Fields of an account have names of its own; where the sender gives the data, that is a surprise. */
  #noteRenamed(path: string, name: string, note: NoteNative): void {
    const { category, name: target } = this.#provider
    if (category !== 'transactional' || name === path) return
    note(
      'TARGET_FIELD_RENAMED',
      `${path} is written as “${name}”, as ${target} calls it; data of your own goes under that name, or map it in field_map.`,
    )
  }

  /** The name for a field, distinguished from those of other fields where that can be done; else both are reported. */
  #claim(name: string, claim: { field: string; path: string; isMapped: boolean; note: NoteNative }): string {
    const { field, path, isMapped, note } = claim
    const given = this.#names.get(field)
    const own = given ?? this.#freeName(name, field, isMapped)
    this.#names.set(field, own)
    const owner = this.#owners.get(own)
    if (owner === undefined) this.#owners.set(own, { field, path, isMapped })
    const first = this.#owners.get(name)
    if (first !== undefined && first.field !== field && !(isMapped && first.isMapped)) {
      const outcome = own === name ? 'both show the same value' : `the second was written as “${own}”`
      note(
        'TARGET_FIELD_COLLISION',
        `${first.path} and ${path} have the same name “${name}” in ${this.#provider.name}: ${outcome}. Map them in field_map.`,
      )
    }
    return own
  }

  #freeName(name: string, field: string, isMapped: boolean): string {
    if (isMapped || this.#provider.spelling !== 'merge-field' || this.#provider.names?.[field] !== undefined)
      return name
    let free = name
    for (let number = 2; (this.#owners.get(free)?.field ?? field) !== field; number++)
      free = `${name.slice(0, maxMergeFieldLength - String(number).length)}${number}`
    return free
  }

  #listName(path: string, note: NoteNative): string {
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
function spelled(name: string, { spelling }: Provider): string {
  switch (spelling) {
    case 'merge-field':
      return name.toUpperCase().replace(/\W/g, '').slice(0, maxMergeFieldLength)
    case 'word':
      return name.replace(/\W+/g, '_')
    case 'upper':
      return name.toUpperCase()
    default:
      return name
  }
}

/** Whether items of loops have names of their own; otherwise the item is the scope. */
function isNamed({ loop }: Provider): boolean {
  return loop === undefined || loop.open.includes('{ITEM}') || /(?<!\bthis)(?<=\w)\.\{NAME\}/.test(loop.item)
}
