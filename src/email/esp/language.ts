import {
  type Condition,
  type FieldTag,
  type Instead,
  type Loop,
  type NativeLanguage,
  type NoteNative,
  type OpenLoop,
  type RegionNode,
  type TagPlace,
  type UrlPart,
  keepNative,
} from '../data/index.ts'
import { branchOf, scopeOf } from './conditions.ts'
import { type LinkForm, formOf, plainLink, systemLinkAt, writeLinks } from './links.ts'
import { fill } from './patterns.ts'
import type { Provider } from './provider.ts'
import { type FieldMap, References } from './references.ts'
import { writeTag } from './tags.ts'

export interface Policies {
  /** Unsupported condition: its content is always shown, or never. */
  condition: 'keep' | 'drop'
  /** Unsupported loop: its samples are written out, or nothing. */
  loop: 'samples' | 'drop'
}

const defaultPolicies: Policies = { condition: 'drop', loop: 'samples' }

export interface LanguageOptions {
  fields?: FieldMap
  policies?: Partial<Policies>
  /** Marks regions that users can edit at the provider. */
  editable?: boolean
}

const placeholder = /zq(\d+)qz/g

/**
 * A provider's language for one rendering. The renderer receives placeholders that no HTML tool changes; as the last step,
 * `finish` replaces them with the provider's code, byte for byte.
 */
export class ProviderLanguage implements NativeLanguage {
  readonly #provider: Provider
  readonly #references: References
  /** Pages of the sender, by the paths of system links. */
  readonly #pages: FieldMap
  readonly #policies: Policies
  readonly #isEditable: boolean
  readonly #codes: string[] = []
  readonly #marks = new Map<string, string>()
  readonly #links = new Map<string, LinkForm>()

  constructor(provider: Provider, { fields = {}, policies = {}, editable = false }: LanguageOptions = {}) {
    this.#isEditable = editable
    this.#provider = provider
    this.#references = new References(provider, fields)
    this.#pages = fields
    this.#policies = { ...defaultPolicies, ...policies }
  }

  declareLists(paths: readonly string[]): void {
    this.#references.declareLists(paths)
  }

  tag(tag: FieldTag, place: TagPlace, note: NoteNative, part?: UrlPart): string {
    const link = systemLinkAt(tag.path)
    if (link === undefined) {
      return this.#mark(writeTag(tag, place, { provider: this.#provider, references: this.#references, note, part }))
    }
    const form = formOf(link, this.#provider, this.#pages[tag.path])
    if (form.kind === 'none') note('TARGET_NO_LINK', `The ${link} link was removed: ${form.reason}.`)
    if (form.kind === 'attribute' && form.page === undefined) {
      const remedy = `map ${tag.path} to its URL in field_map`
      note('TARGET_NO_LINK', `${this.#provider.name} tags the link to your own ${link} page: ${remedy}.`)
    }
    if (place === 'plain') return this.#mark(plainLink(form))
    if (place === 'text' || place === 'style') return this.#mark(form.kind === 'address' ? form.code : plainLink(form))
    const mark = this.#mark(`link ${link}`)
    this.#links.set(mark, form)
    return mark
  }

  native(source: string, place: TagPlace, note: NoteNative): string {
    note('TARGET_KEEPS_TAG', `${source.slice(0, 80)} was left unchanged: ${this.#provider.name} may not support it.`)
    return this.#mark(keepNative(source, place))
  }

  literal(text: string, place: 'text' | 'plain', note: NoteNative): string {
    const { family, name } = this.#provider
    const warn = (tag: string) =>
      note('TARGET_LOOKS_LIKE_TAG', `The text contains “${tag}”, which ${name} interprets as a tag.`)
    if (place === 'text') return hideOpenings(text, this.#provider, warn)
    const marker = markerIn(text, this.#provider)
    if (marker === undefined) return text
    if (family === 'liquid' || family === 'jinja' || family === 'go-template') {
      const quote = family === 'go-template' ? '"' : "'"
      return text.replace(/\{[{%#]/g, (opening) => this.#mark(`{{ ${quote}${opening}${quote} }}`))
    }
    warn(marker)
    return text
  }

  condition(condition: Condition, _key: string, note: NoteNative): ((shown: string) => string) | Instead {
    const branch = branchOf(condition, this.#provider, this.#references, note)
    const probe = branch?.('zq', '')
    if (branch === undefined || probe === undefined) {
      note(
        'TARGET_NO_CONDITION',
        `${this.#provider.name} cannot express this condition; ${this.#policies.condition === 'keep' ? 'its content is always shown' : 'its content was removed'}.`,
      )
      return this.#policies.condition
    }
    const scope = this.#provider.condition?.scope === 'push' ? scopeOf(condition) : undefined
    if (scope !== undefined) this.#references.open(scope)
    const tags = probe.split('zq')
    return (shown) => {
      if (scope !== undefined) this.#references.close()
      return tags.map((tag) => this.#mark(tag)).join(shown)
    }
  }

  region(node: RegionNode, html: string): string {
    return this.#isEditable ? markRegion(node, html, this.#provider) : html
  }

  openLoop(loop: Loop, note: NoteNative): OpenLoop | Instead {
    const { loop: words, name } = this.#provider
    if (words === undefined) {
      note('TARGET_NO_LOOP', `${name} does not support loops; ${this.#insteadOf(loop)}.`)
      return this.#policies.loop
    }
    const limited = loop.limit === undefined ? undefined : words.limited
    if (loop.limit !== undefined && limited === undefined) {
      note('TARGET_NO_LIMIT', `${name} does not support loop limits; it shows all items of ${loop.in}.`)
    }
    const named = this.#references.listOf(loop, limited ?? words.open, note)
    if (named === undefined) {
      note('TARGET_NO_LOOP', `${name} cannot express the loop over ${loop.in}; ${this.#insteadOf(loop)}.`)
      return this.#policies.loop
    }
    const { open, list } = named
    const isPushed = this.#provider.condition?.scope === 'push'
    this.#references.open(loop)
    return {
      end: () => {
        this.#references.close()
        // The content for an empty list is in a section of the list.
        if (isPushed) this.#references.open(loop.in)
      },
      write: (round, other) => {
        if (isPushed) this.#references.close()
        const values = { ITEM: loop.as, LIST: list, LIMIT: String(loop.limit) }
        const mark = (pattern: string) => this.#mark(fill(pattern, values))
        if (other === undefined) return mark(open) + round + mark(words.close)
        const { close, empty, emptyClose = close, whenEmpty } = words
        if (empty !== undefined) return mark(open) + round + mark(empty) + other + mark(emptyClose)
        if (whenEmpty !== undefined)
          return mark(open) + round + mark(close) + mark(whenEmpty.open) + other + mark(whenEmpty.close)
        note('TARGET_NO_ELSE', `The content for an empty ${loop.in} was removed: ${name} cannot express it.`)
        return mark(open) + round + mark(close)
      },
    }
  }

  /** A first name with a fallback in the provider's syntax. */
  example(): string {
    return this.finish(this.tag({ path: 'first_name', fallback: 'friend' }, 'plain', () => undefined))
  }

  /** Replaces the placeholders of a rendering with the provider's code. */
  finish(text: string): string {
    let out = text
    for (const [mark, form] of this.#links) out = writeLinks(out, mark, form)
    return out.replace(placeholder, (_mark, number: string) => this.#codes[Number(number)] ?? '')
  }

  #insteadOf({ in: path }: Loop): string {
    return this.#policies.loop === 'samples'
      ? `the sample items of ${path} were written`
      : `the loop over ${path} was removed`
  }

  #mark(code: string): string {
    if (code === '') return ''
    const known = this.#marks.get(code)
    if (known !== undefined) return known
    const mark = `zq${this.#codes.length}qz`
    this.#codes.push(code)
    this.#marks.set(code, mark)
    return mark
  }
}

/**
 * Marks the HTML of a node as a region that users can edit at the provider; unchanged if the provider does not support that.
 */
function markRegion({ id, kind, name }: RegionNode, html: string, { editable }: Provider): string {
  const form = editable?.[kind]
  if (form === undefined) return html
  const values = { ID: id.replace(/[^A-Za-z0-9_-]/g, '_'), LABEL: name.replace(/["'<>&*|%{}[\]]/g, ' ').trim() }
  if ('attributes' in form) return html.replace(/<img (?=src=)/g, () => `<img ${fill(form.attributes, values)} `)
  return fill(form.open, values) + html + fill(form.close, values)
}

/** Velocity parses directives anywhere in the text. */
const directive = /#(?:if|else|elseif|foreach|end|set|define|macro|include|parse|break|stop|evaluate)\b/

/**
 * Escapes characters in HTML text that would open a tag of the provider as character references. Whole tags of the provider
 * stay, because authors write them deliberately, and are reported to `onTag`. Double braces are always our own tags.
 */
function hideOpenings(html: string, provider: Provider, onTag: (tag: string) => void): string {
  const openings = openingsOf(provider)
  const tag = tagPattern(provider)
  // `#` and `&` of an existing character reference are not escaped.
  const found = new RegExp(`${tag === undefined ? '' : `(${tag})|`}&#?\\w+;|[^\\w\\s]`, 'g')
  return html.replace(found, (all, ownTag: unknown) => {
    if (tag !== undefined && typeof ownTag === 'string') onTag(all)
    else if (all.length === 1 && openings.has(all)) return `&#${all.charCodeAt(0)};`
    return all
  })
}

/** The first part of a plain text that the provider would parse as a tag; undefined without one. */
function markerIn(text: string, { family, field }: Provider): string | undefined {
  if (family === 'marketo-token') {
    const found = directive.exec(text)
    if (found !== null) return found[0]
  }
  if (family === 'liquid' || family === 'jinja') return /\{[{%#]/.exec(text)?.[0]
  const [opening = ''] = field.split('{NAME}')
  const marker = /^[^\w\s]{2,}/.exec(opening)?.[0]
  return marker !== undefined && text.includes(marker) ? marker : undefined
}

/** First characters of the provider's tags. */
function openingsOf({ condition, family, field, id, loop }: Provider): Set<string> {
  const patterns = [field, condition?.exists, condition?.equals, loop?.open]
  const openings = new Set(patterns.map((pattern) => pattern?.[0] ?? '').filter((first) => /[^\w\s<]/.test(first)))
  return family === 'marketo-token' || id === 'yespo' ? openings.add('#') : openings
}

/** A regular expression source for a whole tag of the provider, without groups. */
function tagPattern({ field: usual, fieldInAttribute: field = usual }: Provider): string | undefined {
  const [before = '', after = ''] = field.split('{NAME}').map((part) => part.replace(/[^\w\s]/g, '\\$&'))
  if (field.startsWith('{{') || field.startsWith('<') || before === '' || after === '') return undefined
  const isLong = /^[^\w\s]{2}/.test(field)
  return `${before}[\\w:.$!${isLong ? ' ' : ''}-]{1,60}${after}`
}
