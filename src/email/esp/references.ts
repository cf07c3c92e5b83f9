import type { Loop, NoteNative } from '../data/index.ts'
import { fillPath, memberOf } from './paths.ts'
import { fill, insides } from './patterns.ts'
import type { Provider } from './provider.ts'
import { isLoop, roundMember, roundTag, roundWord } from './rounds.ts'

/** A path in the provider's language. */
export interface Reference {
  /** Fills a field pattern of the provider with this path; undefined if it cannot be expressed. */
  write(pattern: string): string | undefined
  tag: string | undefined
}

/** Field names in the provider's account by paths of the document. */
export type FieldMap = Readonly<Record<string, string>>

/** Maximum length of the name of a Mailchimp merge field. */
const maxMergeFieldLength = 10

const known = ['first_name', 'last_name', 'email']
const people = /^(?:contact|subscriber|recipient|customer|person|user|member|profile)\./

/** Families in whose tags a name is a path of identifiers. */
const wordsOnly = new Set(
  'liquid liquid-square jinja handlebars mustache sparkpost go-template tt2 smarty freemarker zephyr erb'.split(' '),
)
/** Families whose conditions and tags contain expressions, in which a list can be referred to as in loops. */
const askable = new Set(['liquid', 'jinja', 'handlebars', 'go-template', 'freemarker', 'smarty', 'tt2'])
/** The list in an opening tag with its surrounding expression: everything between `in` and a filter, if there is an `in`. */
const listPlace = /(?<=\bin )[^\s%|]*\{LIST\}[^\s%|[]*|[^\s({'"]*\{LIST\}/
const isWord = /^[\w$:.-]+$/

/** Resolves paths to the provider's names, within the open loops. */
export class References {
  readonly #provider: Provider
  readonly #fields: FieldMap
  /** Open loops, and paths of conditions that change the scope; the innermost last. */
  readonly #frames: (Loop | string)[] = []
  /** How each of them was reached: from the frame at an index, -1 for the data, in so many steps up from within. */
  readonly #ways: { from: number; steps: number }[] = []
  /** Names assigned to fields, and the first field with each name. */
  readonly #names = new Map<string, string>()
  readonly #owners = new Map<string, { field: string; path: string; isMapped: boolean }>()
  /** Paths of lists, with `*` for an item. */
  readonly #lists = new Set<string>()

  constructor(provider: Provider, fields: FieldMap) {
    this.#provider = provider
    this.#fields = fields
    // Names known to exist in the account are not assigned to guessed fields.
    if (provider.spelling === 'merge-field')
      for (const [path, name] of [...Object.entries(fields), ...Object.entries(provider.names ?? {})])
        if (!this.#owners.has(name)) this.#owners.set(name, { field: withoutPerson(path), path, isMapped: true })
  }

  /** Opens a loop, or the scope of a condition, given by its path. */
  open(frame: Loop | string): void {
    const path = isLoop(frame) ? frame.in : frame
    const owner = this.#loopOf(path)
    const name = owner === undefined ? (this.#fields[path] ?? path) : path.slice(owner.as.length + 1)
    const members = name === '' ? 0 : name.split('.').length
    const from = owner === undefined ? -1 : this.#frames.lastIndexOf(owner)
    // An item is one step below its list.
    this.#ways.push({ from, steps: members + (isLoop(frame) ? 1 : 0) })
    this.#frames.push(frame)
  }

  close(): void {
    this.#frames.pop()
    this.#ways.pop()
  }

  /** Declares paths of lists, with `*` for an item: conditions on them use the expression that loops use. */
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

  /** An iteration value as output; conditions have their own syntax for it. */
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

  /**
   * Number of scopes between the current one and that of a loop's item, or of the data. Undefined if a condition on an outer
   * field has left that item: where conditions change the scope, the way up is the path by which the value was reached.
   */
  #stepsTo(loop?: Loop): number | undefined {
    if (this.#provider.condition?.scope === 'push') return this.#stepsBack(loop)
    const above = this.#frames.slice(loop === undefined ? 0 : this.#frames.lastIndexOf(loop) + 1)
    return above.filter((frame) => typeof frame === 'string' || !isNamed(this.#provider)).length
  }

  #stepsBack(loop: Loop | undefined): number | undefined {
    const target = loop === undefined ? -1 : this.#frames.lastIndexOf(loop)
    let steps = 0
    for (let at = this.#frames.length - 1; at !== target;) {
      const way = this.#ways[at]
      if (way === undefined) return undefined
      steps += way.steps
      at = way.from
    }
    return steps
  }

  /** The opening tag of a loop for its list, and the expression for the list; undefined if the list cannot be expressed. */
  listOf({ in: path }: Loop, open: string, note: NoteNative): { open: string; list: string } | undefined {
    const owner = this.#loopOf(path)
    if (owner === undefined) {
      const pattern = this.#outside(open.replace('{LIST}', '{NAME}'))
      const name = this.#fields[path] ?? this.#listName(path, note)
      const [written, list] = [fillPath(pattern, name, this.#provider), fillPath('{NAME}', name, this.#provider)]
      if (written === undefined || list === undefined) return undefined
      return { open: written, list: this.#up(this.#stepsTo() ?? 0) + list }
    }
    if (this.#provider.loop?.nested === false || this.#stepsTo(owner) === undefined) return undefined
    const item = this.#itemPattern(owner)
    const inner = (item && insides(this.#provider.field, item)?.item) ?? '{NAME}'
    const member = this.#fillItem(inner, owner, path)
    // The dollar sign of Smarty is outside of what both patterns share.
    const list = member !== undefined && this.#provider.family === 'smarty' ? `$${member}` : member
    return list === undefined ? undefined : { open: open.replace(listPlace, (place) => withSurplus(list, place)), list }
  }

  #itemOf(path: string): Reference | undefined {
    const { condition, field } = this.#provider
    const owner = this.#loopOf(path)
    if (owner !== undefined && this.#stepsTo(owner) === undefined) return { tag: undefined, write: () => undefined }
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
        // Braze uses double braces for its fields inside tags as well, and no other names.
        const bare = pattern.startsWith('{%') ? pattern.split(field).join(both.item) : pattern
        return inside(bare.split(both.field).join(both.item))
      },
    }
  }

  /** The pattern of a loop's item, relative to the current scope. */
  #itemPattern(owner: Loop): string | undefined {
    const item = this.#provider.loop?.item
    const up = this.#up(this.#stepsTo(owner) ?? 0)
    if (item === undefined || up === '') return item
    return item.includes('this.') ? item.replace('this.', up) : item.replace('{NAME}', `${up}{NAME}`)
  }

  /** Fills an item pattern with a path; undefined if it cannot be expressed. Without a member it is the item itself. */
  #fillItem(pattern: string, { as }: Loop, path: string): string | undefined {
    const name = path.slice(as.length + 1)
    const placed = fill(pattern, { ITEM: as })
    if (name !== '') return fillPath(placed, name, this.#provider)
    return /[./]\{NAME\}/.test(placed) ? placed.replace(/[./]\{NAME\}/g, '') : undefined
  }

  /** An expression for a condition on a list of the data or on one of its items, as in a loop over that list. */
  #ofList(path: string, note: NoteNative): Reference | undefined {
    const { family, field, loop } = this.#provider
    const list = this.#lists.size === 0 ? undefined : this.#listIn(path)
    if (list === undefined || !askable.has(family) || field.includes('${{NAME}}') || this.#fields[path] !== undefined)
      return undefined
    if (family === 'smarty' && loop === undefined) return undefined
    const inside = field.replace(/^\{\{\s*|(?:(?<!\s)\s+)?\}\}$/g, '')
    const both = insides(field, loop?.item ?? '') ?? { field: inside }
    const place = loop === undefined ? inside : /(?<![\w.@$])[\w.@$]*(?:\['|\b)?\{LIST\}(?:'\])?/.exec(loop.open)?.[0]
    if (place === undefined || !field.includes(both.field)) return undefined
    const name = this.#fields[list] ?? (loop === undefined ? this.#nameOf(list, note) : this.#listName(list, note))
    const named = this.#provider.family === 'smarty' ? place.replace('$', '') : place
    const at = fillPath(this.#outside(` ${named.replace('{LIST}', '{NAME}')}`).slice(1), name, this.#provider)
    const operand = at === undefined ? undefined : memberOf(at, path.slice(list.length), this.#provider)
    const write = (pattern: string) =>
      operand === undefined || !pattern.includes(both.field) || isQuoted(pattern, both.field)
        ? undefined
        : pattern.split(both.field).join(operand)
    return { tag: write(field), write }
  }

  /** The longest prefix of a path that is a list. */
  #listIn(path: string): string | undefined {
    for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
      const list = path.slice(0, end)
      if (this.#lists.has(this.#absolute(list))) return list
    }
    return undefined
  }

  /** A path in the data, with `*` for an item. */
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

  // If a loop or a condition makes the item the scope, all other data is in an outer scope.
  #outside(pattern: string): string {
    // In Go every loop does, whatever the name of the item.
    if (this.#provider.family === 'go-template')
      return this.#frames.some(isLoop) ? pattern.replace(/(?<=[\s(])\.(?=[\w{])/g, '$.') : pattern
    const up = this.#up(this.#stepsTo() ?? 0)
    return up === '' ? pattern : pattern.replace(/(?<![\w.])[\w.]*\{NAME\}/g, (path) => up + path)
  }

  #up(steps: number): string {
    return (this.#provider.condition?.parent ?? '../').repeat(steps)
  }

  /** Fills a field pattern with a name; undefined if the name cannot be expressed. */
  #named(pattern: string, given: string): string | undefined {
    const { family, spaced } = this.#provider
    const { name, placed } = this.#placed(pattern, given)
    if (isWord.test(name) || !wordsOnly.has(family)) return fillPath(placed, name, this.#provider)
    if (spaced === undefined || /["'\]}]/.test(name)) return undefined
    return fill(placed.split(spaced.was).join(spaced.is), { NAME: name })
  }

  /** The pattern for custom fields, if they are in another namespace than standard fields. */
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

  /** The field of a path: fields of a contact lose the prefix. */
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
    const guess = spellName(field, this.#provider)
    if (category !== 'transactional') {
      const name = this.#claim(guess, { field, path, isMapped: false, note })
      note(
        'TARGET_FIELD_GUESSED',
        `The ${target} name of ${path} is unknown; “${name}” was written. Map it in field_map.`,
      )
      return name
    }
    if (guess !== field) this.#noteRenamed(path, guess, note)
    return this.#claim(guess, { field, path, isMapped: false, note })
  }

  /** Fields of an account have their own names; if the sender provides the data, a renamed field is unexpected. */
  #noteRenamed(path: string, name: string, note: NoteNative): void {
    const { category, name: target } = this.#provider
    if (category !== 'transactional' || name === path) return
    note(
      'TARGET_FIELD_RENAMED',
      `${path} is written as “${name}”, its name in ${target}; use that name for your own data, or map it in field_map.`,
    )
  }

  /** The name for a field, made unique if possible; otherwise both fields are reported. */
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
        `${first.path} and ${path} have the same name “${name}” in ${this.#provider.name}: ${outcome}. Map them to different names in field_map.`,
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
        `The ${this.#provider.name} name of the list ${path} is unknown; “${path}” was written. Map it in field_map.`,
      )
    }
    return path
  }
}

/** The list with the parentheses around it whose others are elsewhere, such as that of `#foreach(`. */
function withSurplus(list: string, place: string): string {
  const surplus = place.split('(').length - place.split(')').length
  return '('.repeat(Math.max(0, surplus)) + list + ')'.repeat(Math.max(0, -surplus))
}

// A quoted name is the argument of a function that looks it up among the fields of the account.
function isQuoted(pattern: string, inside: string): boolean {
  return /["']/.test(pattern[pattern.indexOf(inside) - 1] ?? '')
}

function withoutPerson(path: string): string {
  const name = path.replace(people, '')
  return known.includes(name) || name !== path ? name : path
}

/** A name in the spelling of the provider's accounts. */
function spellName(name: string, { spelling }: Provider): string {
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

/** True if loop items have a name; otherwise the item is the scope. */
function isNamed({ loop }: Provider): boolean {
  return loop === undefined || loop.open.includes('{ITEM}') || /(?<!\bthis)(?<=\w)\.\{NAME\}/.test(loop.item)
}
