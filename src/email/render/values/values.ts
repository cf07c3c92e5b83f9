import {
  type Condition,
  type FieldTag,
  type Loop,
  type MergeTag,
  type NativeLanguage,
  type NoteNative,
  type ReadContext,
  type Scope,
  type TagPlace,
  childScope,
  isNativeTag,
  isTagged,
  isTrue,
  itemsOf,
  lookup,
  parseTagged,
  readTag,
} from '../../data/index.ts'
import type { LinkRole, NodeBase } from '../../document/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { TooLarge } from '../too-large.ts'
import { type Position, encodeAt, isPlainAddress, positionAfter, safeAddress } from './url.ts'
import { normalizeConditionals } from './conditional-comments.ts'
import { escapeAttribute, escapeText } from './escape.ts'
import { isAbout, isLiquid, liquid } from './liquid.ts'
import { type FillLiquid, requestOf } from './raw-liquid.ts'
import type { WarningCode, Warnings } from './warnings.ts'

export type Target = 'data' | 'sample' | 'passthrough'

export interface ValueOptions {
  target: Target
  scope: Scope
  warnings: Warnings
  cdnUrl: string
  locale: string
  now: number | undefined
  cleanHtml?: ((html: string) => string) | undefined
  /** Runs authored Liquid beyond the data language; without it such HTML stays as written. */
  fillLiquid?: FillLiquid | undefined
  /** Language that `passthrough` writes; default: Liquid. */
  language?: NativeLanguage | undefined
}

/** Kinds of editable regions in an ESP, by block type; other types are editable only within their row. */
const regionKinds: Readonly<Record<string, 'text' | 'image' | 'row'>> = {
  text: 'text',
  heading: 'text',
  list: 'text',
  image: 'image',
  section: 'row',
  group: 'row',
}

/** Content of a loop or condition: `render` once per iteration, `orElse` if there is no item. */
export interface Rendering {
  render(): string
  orElse?(): string
  /** Separator of results; empty results are left out. */
  between?: string
}

/**
 * The data of one rendering, and the only writer of text and URLs: each output position has its own method. For
 * `passthrough`, tags are written in the language of an ESP.
 */
export class Values {
  readonly target: Target
  readonly warnings: Warnings
  readonly locale: string
  readonly now: number | undefined
  scope: Scope
  /** Node that is being rendered, for warnings. */
  nodeId: string | undefined
  /** Number of data accesses: a piece without any is the same with all data. */
  accesses = 0
  readonly #cdnUrl: string
  readonly #cleanHtml: ((html: string) => string) | undefined
  readonly #safe = new Map<string, string>()
  readonly #reading: ReadContext
  readonly #fillLiquid: FillLiquid | undefined
  /** Language in which tags are written instead of being filled in. */
  readonly #language: NativeLanguage | undefined
  /** Variables of loops that are rendered from samples although tags are written: tags of their items are filled in. */
  readonly #rendered = new Set<string>()
  #roundCount = 0
  /** Messages about truncated loops, by node and list. */
  readonly #truncated = new Map<string, string>()
  readonly #note: NoteNative = (code, message) => this.#warn(code, message)

  constructor(options: ValueOptions) {
    this.target = options.target
    this.scope = options.scope
    this.warnings = options.warnings
    this.locale = options.locale
    this.now = options.now
    this.#reading =
      options.now === undefined ? { locale: options.locale } : { locale: options.locale, now: options.now }
    this.#cdnUrl = options.cdnUrl.endsWith('/') ? options.cdnUrl.slice(0, -1) : options.cdnUrl
    this.#cleanHtml = options.cleanHtml
    this.#fillLiquid = options.fillLiquid
    this.#language = options.target === 'passthrough' ? (options.language ?? liquid) : undefined
  }

  /** Fills merge tags; not escaped. */
  plain(source: string): string {
    return isTagged(source) ? this.#join(source, (tag) => this.plainTag(tag), same) : source
  }

  /** For text content. */
  text(source: string): string {
    return isTagged(source) ? this.#join(source, (tag) => this.textTag(tag), escapeText) : escapeText(source)
  }

  /** For text content: braces in the text are not tags, and are protected from the ESP. */
  literal(text: string): string {
    const escaped = escapeText(text)
    return this.#language === undefined ? escaped : this.#language.literal(escaped, 'text', this.#note)
  }

  /** Like `literal`, for plain text. */
  plainLiteral(text: string): string {
    return this.#language === undefined ? text : this.#language.literal(text, 'plain', this.#note)
  }

  /** For a double-quoted attribute. */
  attribute(source: string): string {
    return isTagged(source)
      ? this.#join(source, (tag) => this.attributeTag(tag), escapeAttribute)
      : escapeAttribute(source)
  }

  plainTag(tag: MergeTag): string {
    if (isNativeTag(tag)) return this.#native(tag.native, 'plain')
    return this.#languageOf(tag)?.tag(tag, 'plain', this.#note) ?? this.#readShown(tag)
  }

  textTag(tag: MergeTag): string {
    if (isNativeTag(tag)) return this.#native(tag.native, 'text')
    const written = this.#languageOf(tag)?.tag(tag, 'text', this.#note)
    if (written !== undefined) return written
    const value = this.#readShown(tag)
    if (tag.raw && this.#cleanHtml !== undefined)
      return normalizeConditionals(this.#cleanHtml(value).replaceAll('\0', ''), true)
    if (tag.raw) {
      this.#warn(
        'RAW_VALUE_ESCAPED',
        `{{ ${tag.path} | raw }} was escaped: this rendering does not sanitize raw values.`,
      )
    }
    return escapeText(value)
  }

  attributeTag(tag: MergeTag): string {
    if (isNativeTag(tag)) return this.#native(tag.native, 'attribute')
    return this.#languageOf(tag)?.tag(tag, 'attribute', this.#note) ?? escapeAttribute(this.#read(tag))
  }

  /** Like `text`, for authored HTML: everything outside of tags is HTML already. */
  authoredText(source: string): string {
    return isTagged(source) ? this.#join(source, (tag) => this.textTag(tag), same) : source
  }

  /** Authored HTML with Liquid beyond the data language: the result of running it, or unchanged for the ESP. */
  rawLiquid(source: string): string {
    if (this.#language !== undefined) {
      if (this.#language !== liquid)
        this.#warn('TARGET_KEEPS_LIQUID', 'The HTML contains Liquid, which was kept unchanged.')
      return source
    }
    this.accesses++
    if (this.#fillLiquid === undefined) {
      this.#warn('LIQUID_NOT_FILLED', 'The HTML contains Liquid, which this rendering does not evaluate.')
      return source
    }
    const answer = this.#fillLiquid(requestOf(source, this.scope))
    for (const { code, message } of answer?.warnings ?? []) this.#warn(code, message)
    return answer?.html ?? ''
  }

  /** Like `attribute`, for authored HTML, whose quotes may be single ones. */
  authoredAttribute(source: string): string {
    return this.#join(source, (tag) => this.attributeTag(tag).replaceAll("'", '&#39;'), same)
  }

  /** Authored CSS: a value can only be a color, a number with its unit or a word, so that it cannot end its context. */
  styleValue(source: string): string {
    return this.#join(
      source,
      (tag) =>
        isNativeTag(tag)
          ? this.#native(tag.native, 'style')
          : (this.#languageOf(tag)?.tag(tag, 'style', this.#note) ?? this.#read(tag).replace(/[^\w#.,% -]/g, '')),
      same,
    )
  }

  /** A URL for a double-quoted attribute: `#` if rejected, with a warning; empty if empty. */
  url(source: string): string {
    if (isPlainAddress(source)) return source
    const known = this.#safe.get(source)
    if (known !== undefined) {
      // A cached rejection counts as a warning again.
      if (known === '#') this.warnings.arose++
      return known
    }
    const tagged = isTagged(source)
    if (tagged && this.#language !== undefined) {
      const write = (tag: MergeTag, position: Position) =>
        isNativeTag(tag) ? this.#native(tag.native, 'address') : this.#passedTag(tag, 'address', position)
      return this.#passedAddress(source, write, escapeAttribute)
    }
    const written = escapeAttribute(this.#address(source, tagged))
    if (!tagged) this.#safe.set(source, written)
    return written
  }

  /** Like `url`, for plain text, without escaping. */
  plainUrl(source: string): string {
    const tagged = isTagged(source)
    return tagged && this.#language !== undefined
      ? this.#passedAddress(
          source,
          (tag, position) => (isNativeTag(tag) ? this.plainTag(tag) : this.#passedTag(tag, 'plain', position)),
          same,
        )
      : this.#address(source, tagged)
  }

  /** URL of a system link of the ESP, as a source for `url`. */
  roleAddress(role: LinkRole): string {
    const path = `${role}_url`
    if (this.target === 'passthrough') return `{{ ${path} }}`
    this.accesses++
    const value = lookup(this.scope, path)
    if (typeof value === 'string' && value !== '') return `{{ ${path} }}`
    this.#warn('ROLE_WITHOUT_ADDRESS', `The ${role} link has no URL; set one, or set ${path} in the data.`)
    return '#'
  }

  /** Undefined if missing or filled in by the ESP. */
  lookup(path: string): unknown {
    this.accesses++
    return this.#languageAt(path) === undefined ? lookup(this.scope, path) : undefined
  }

  /** True in passthrough, where the ESP evaluates the condition. */
  holds(condition: Condition): boolean {
    this.accesses++
    return this.#writes(condition) || isTrue(condition, this.scope)
  }

  /** Applies the loop and the condition of the node. */
  around(node: NodeBase, rendering: Rendering): string {
    const outer = this.nodeId
    this.nodeId = node.id
    const rendered = this.#around(node, rendering)
    this.nodeId = outer
    return rendered
  }

  #around(node: NodeBase, rendering: Rendering): string {
    const { when, each } = node
    if (each !== undefined) return this.repeat(each, rendering, when, node.id)
    if (when === undefined) return rendering.render()
    if (this.#writes(when)) return this.#wrap(when, node.id, rendering.between ?? '', rendering.render)
    return this.holds(when) ? rendering.render() : ''
  }

  /** Renders once for each item for which the condition is true. */
  repeat(loop: Loop, rendering: Rendering, when?: Condition, key = 'each'): string {
    const between = rendering.between ?? ''
    this.accesses++
    const language = this.#languageAt(loop.in)
    const open = language?.openLoop(loop, this.#note)
    if (typeof open === 'object') {
      const one = when === undefined ? rendering.render() : this.#wrap(when, key, between, rendering.render)
      const round = `${between}${one}${between}`
      open.end()
      return open.write(round, this.#otherwise(loop, rendering, when, key))
    }
    if (open === 'drop') return ''
    return open === undefined ? this.#rounds(loop, rendering, when) : this.#sampleRounds(loop, rendering, when)
  }

  #otherwise(loop: Loop, { between = '', orElse }: Rendering, when: Condition | undefined, key: string) {
    if (orElse === undefined) return undefined
    const isAllowed = when === undefined || isAbout(when, loop.as)
    return between + (isAllowed ? orElse() : this.#wrap(when, `${key}-else`, between, orElse)) + between
  }

  #sampleRounds(loop: Loop, rendering: Rendering, when: Condition | undefined): string {
    if (this.#rendered.has(loop.as)) return this.#rounds(loop, rendering, when)
    const names = [loop.as, 'forloop'].filter((name) => !this.#rendered.has(name))
    for (const name of names) this.#rendered.add(name)
    const out = this.#rounds(loop, rendering, when)
    for (const name of names) this.#rendered.delete(name)
    return out
  }

  #rounds(loop: Loop, rendering: Rendering, when: Condition | undefined): string {
    const between = rendering.between ?? ''
    const items = this.items(loop)
    if (items.length === 0) return rendering.orElse === undefined || !this.#allows(when, loop) ? '' : rendering.orElse()
    const outer = this.scope
    let out = ''
    // Empty iterations count too: three nested loops may have 10^9.
    this.#roundCount += items.length
    if (this.#roundCount > limits.renderRounds)
      throw new TooLarge(`Its loops make ${this.#roundCount} iterations or more; the limit is ${limits.renderRounds}.`)
    for (let index = 0; index < items.length; index++) {
      this.scope = childScope(outer, loop.as, items[index], index, items.length)
      if (when !== undefined && !this.#writes(when) && !isTrue(when, this.scope)) continue
      const one =
        when !== undefined && this.#writes(when)
          ? this.#wrap(when, `${loop.as}${index}`, between, rendering.render)
          : rendering.render()
      out += out !== '' && one !== '' ? between + one : one
    }
    this.scope = outer
    return out
  }

  /** Items of a loop; if the sample data has no list, as many empty items as `loop.sample`. */
  items(loop: Loop): readonly unknown[] {
    const { items, total, truncated } = itemsOf(loop, this.scope)
    if (truncated) this.#reportTruncation(loop, total, items.length)
    if (items.length > 0 || this.target === 'data' || loop.sample === undefined) return items
    return Array.from({ length: Math.min(loop.sample, loop.limit ?? loop.sample) }, () => ({}))
  }

  // A nested loop is reported once, not for each outer item.
  #reportTruncation({ in: path }: Loop, total: number, max: number): void {
    const key = `${this.nodeId ?? ''} ${path}`
    this.#truncated.set(
      key,
      this.#truncated.get(key) ??
        `${path} has ${total} items; the loop rendered the first ${max}, the maximum per loop.`,
    )
    this.#warn('LOOP_TRUNCATED', this.#truncated.get(key) ?? '')
  }

  #wrap(when: Condition, key: string, between: string, render: () => string): string {
    const wrap = this.#language?.condition(when, key, this.#note) ?? 'keep'
    if (wrap === 'drop') return ''
    return typeof wrap === 'string' ? render() : wrap(`${between}${render()}${between}`)
  }

  /** Surrounds the HTML of a node with the ESP's markup for an editable region, if its language has one. */
  region(node: NodeBase, html: string): string {
    const language = this.#language
    if (language?.region === undefined || html === '' || node.lock?.content === true || this.#rendered.size > 0)
      return html
    const kind = regionKinds[node.type]
    const { id, name = `${node.type} ${id}` } = node
    return kind === undefined ? html : language.region({ kind, id, name }, html)
  }

  /** Undefined if the tag is filled in here. */
  #languageOf(tag: FieldTag): NativeLanguage | undefined {
    return this.#languageAt(tag.path)
  }

  #languageAt(path: string): NativeLanguage | undefined {
    const isRendered = this.#rendered.size > 0 && this.#rendered.has(path.split('.', 1)[0] ?? '')
    return isRendered ? undefined : this.#language
  }

  /** True if the ESP evaluates a condition: not for an item that is rendered here. */
  #writes(condition: Condition): boolean {
    return this.#language !== undefined && ![...this.#rendered].some((name) => isAbout(condition, name))
  }

  // A condition on the item is false without items; it must not hide the content that replaces them.
  #allows(when: Condition | undefined, loop: Loop): boolean {
    return when === undefined || isAbout(when, loop.as) || isTrue(when, this.scope)
  }

  #address(source: string, tagged: boolean): string {
    if (source === '') return ''
    const address = tagged ? this.#filledAddress(source) : source
    const safe = safeAddress(address, this.#cdnUrl)
    if (safe !== undefined) return safe
    if (address.trim() === '') return ''
    this.#warn(
      'UNSAFE_ADDRESS',
      `The URL ${JSON.stringify(address.slice(0, 80))} was rejected; use http, https, mailto, tel, sms or #anchor.`,
    )
    return '#'
  }

  #filledAddress(source: string): string {
    let address = ''
    for (const part of parseTagged(source).parts) {
      if (typeof part === 'string') address += part
      else if (isNativeTag(part)) address += this.plainTag(part)
      else {
        const value = this.#read(part)
        address += isEncoded(part) ? value : encodeAt(positionAfter(address), value)
      }
    }
    return address
  }

  // Only the text before the first tag can be checked; the ESP fills in the rest.
  #passedAddress(
    source: string,
    tag: (tag: MergeTag, position: Position) => string,
    literal: (text: string) => string,
  ): string {
    const { parts } = parseTagged(source)
    const [head] = parts
    let out = ''
    // The URL up to here; a tag at its start is a whole URL.
    let before = ''
    for (const part of parts) {
      out += typeof part === 'string' ? literal(part) : tag(part, positionAfter(before))
      before += typeof part === 'string' ? part : before === '' ? 'https://host/' : 'x'
    }
    if (typeof head !== 'string' || head.trim() === '') return out
    if (head.startsWith('/cdn/')) return literal(this.#cdnUrl) + out
    if (safeAddress(head, '') !== undefined) return out
    this.#warn('UNSAFE_ADDRESS', `The URL ${JSON.stringify(source.slice(0, 80))} was rejected.`)
    return '#'
  }

  /** A tag in a URL, in the language of the ESP; or its value, encoded for its position. */
  #passedTag(tag: FieldTag, place: 'address' | 'plain', position: Position): string {
    const part = (position === 'path' || position === 'query') && !isEncoded(tag) ? position : undefined
    const written = this.#languageOf(tag)?.tag(tag, place, this.#note, part)
    if (written !== undefined) return written
    const value = this.#read(tag)
    const encoded = part === undefined ? value : encodeAt(part, value)
    return place === 'plain' ? encoded : escapeAttribute(encoded)
  }

  #join(source: string, tag: (tag: MergeTag) => string, literal: (text: string) => string): string {
    const { parts, error } = parseTagged(source)
    if (error !== undefined) this.#warn('BROKEN_TAG', `${error.message} (at character ${error.index + 1}).`)
    let out = ''
    for (const part of parts) out += typeof part === 'string' ? literal(part) : tag(part)
    return out
  }

  // The value of a tag of another language is unknown: Liquid is run, others are replaced in samples only.
  #native(source: string, place: TagPlace): string {
    if (this.#language !== undefined) return this.#language.native(source, place, this.#note)
    this.accesses++
    if (this.target === 'sample') return place === 'text' ? escapeText(source) : escapeAttribute(source)
    if (place === 'text' && isLiquid(source)) return this.rawLiquid(source)
    this.#warn(
      'NATIVE_TAG_LEFT_OUT',
      `${source.slice(0, 80)} was removed: only the ESP it was written for can evaluate it.`,
    )
    return ''
  }

  #read(tag: FieldTag): string {
    this.accesses++
    const { text, missing } = readTag(tag, this.scope, this.#reading)
    if (missing) this.#warn('MISSING_VALUE', `${tag.path} has neither a value nor a fallback.`)
    return text
  }

  // With sample data, a field without a sample shows its tag, so that its position is visible.
  #readShown(tag: FieldTag): string {
    const text = this.#read(tag)
    const isSeen = text !== '' || this.target !== 'sample' || tag.fallback !== undefined
    return isSeen || this.lookup(tag.path) !== undefined ? text : `{{ ${tag.path} }}`
  }

  #warn(code: WarningCode, message: string): void {
    this.warnings.add(code, message, this.nodeId)
  }
}

/** True if the author declares the value encoded, or encodes it by a filter. */
export function isEncoded({ filters, raw }: FieldTag): boolean {
  return raw === true || filters?.some(({ name }) => name === 'url') === true
}

function same(text: string): string {
  return text
}
