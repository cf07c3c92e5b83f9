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
import { settleConditionals } from './conditional-comments.ts'
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
  /** Fills authored Liquid beyond the data language; without it that stays as written. */
  fillLiquid?: FillLiquid | undefined
  /** In whose language `passthrough` writes; Liquid unless given. */
  language?: NativeLanguage | undefined
}

/** What can be edited in an ESP: by type, everything else only with what is around it. */
const regionKinds: Readonly<Record<string, 'text' | 'image' | 'row'>> = {
  text: 'text',
  heading: 'text',
  list: 'text',
  image: 'image',
  section: 'row',
  group: 'row',
}

/** How a loop or condition is rendered: once for each round, and instead when there is no item. */
export interface Rendering {
  render(): string
  orElse?(): string
  /** Is between two results; empty results are left out. */
  between?: string
}

/**
 * The data of one rendering, and the only place where text and addresses get out: one writer for text, one for
 * attributes, one for addresses. For `passthrough` the tags themselves are written, in an ESP's language.
 */
export class Values {
  readonly target: Target
  readonly warnings: Warnings
  readonly locale: string
  readonly now: number | undefined
  scope: Scope
  /** The node being rendered, for warnings. */
  nodeId: string | undefined
  /** How often the data was requested: what requests nothing looks the same with any data. */
  asked = 0
  readonly #cdnUrl: string
  readonly #cleanHtml: ((html: string) => string) | undefined
  readonly #safe = new Map<string, string>()
  readonly #reading: ReadContext
  readonly #fillLiquid: FillLiquid | undefined
  /** In which tags are written instead of being filled in. */
  readonly #language: NativeLanguage | undefined
  /** Names of the loops that are rendered from samples although tags are written: what an item says is filled in. */
  readonly #rendered = new Set<string>()
  #roundCount = 0
  /** What was reported of loops that have more items than the service renders, by node and list. */
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

  /** Tagged text as plain text, not escaped. */
  plain(source: string): string {
    return isTagged(source) ? this.#join(source, (tag) => this.plainTag(tag), same) : source
  }

  /** Tagged text for between tags. */
  text(source: string): string {
    return isTagged(source) ? this.#join(source, (tag) => this.textTag(tag), escapeText) : escapeText(source)
  }

  /** Literal text for between tags: braces in it are text, not tags, and stay so when an ESP reads them. */
  literal(text: string): string {
    const escaped = escapeText(text)
    return this.#language === undefined ? escaped : this.#language.literal(escaped, 'text', this.#note)
  }

  /** As `literal`, for plain text. */
  plainLiteral(text: string): string {
    return this.#language === undefined ? text : this.#language.literal(text, 'plain', this.#note)
  }

  /** Tagged text for inside a double-quoted attribute. */
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
      return settleConditionals(this.#cleanHtml(value).replaceAll('\0', ''), true)
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

  /** As `text`, for authored HTML: what is not a tag is HTML already. */
  authoredText(source: string): string {
    return isTagged(source) ? this.#join(source, (tag) => this.textTag(tag), same) : source
  }

  /** Authored HTML whose Liquid the data language does not know: as it became, or as it is for an ESP to read. */
  rawLiquid(source: string): string {
    if (this.#language !== undefined) {
      if (this.#language !== liquid)
        this.#warn('TARGET_KEEPS_LIQUID', 'The HTML contains Liquid, which was kept unchanged.')
      return source
    }
    this.asked++
    if (this.#fillLiquid === undefined) {
      this.#warn('LIQUID_NOT_FILLED', 'The HTML contains Liquid, which this rendering does not evaluate.')
      return source
    }
    const answer = this.#fillLiquid(requestOf(source, this.scope))
    for (const { code, message } of answer?.warnings ?? []) this.#warn(code, message)
    return answer?.html ?? ''
  }

  /** As `attribute`, for authored HTML, where the quotes may be single ones. */
  authoredAttribute(source: string): string {
    return this.#join(source, (tag) => this.attributeTag(tag).replaceAll("'", '&#39;'), same)
  }

  /** Authored CSS: a value may be a color, a number with its unit or a word, and cannot end what it is in. */
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

  /** An address for inside a double-quoted attribute; `#` when it is refused, with a warning, and empty when empty. */
  url(source: string): string {
    if (isPlainAddress(source)) return source
    const known = this.#safe.get(source)
    if (known !== undefined) {
      // It may be one that was refused, with a warning at its first place.
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

  /** As `url`, for plain text: nothing is escaped. */
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

  /** The address of one of the ESP's own links, as a source for `url`. */
  roleAddress(role: LinkRole): string {
    const path = `${role}_url`
    if (this.target === 'passthrough') return `{{ ${path} }}`
    this.asked++
    const value = lookup(this.scope, path)
    if (typeof value === 'string' && value !== '') return `{{ ${path} }}`
    this.#warn('ROLE_WITHOUT_ADDRESS', `The ${role} link has no URL; set one, or set ${path} in the data.`)
    return '#'
  }

  /** The value at a path; undefined when there is none or the ESP is to fill it in. */
  lookup(path: string): unknown {
    this.asked++
    return this.#languageAt(path) === undefined ? lookup(this.scope, path) : undefined
  }

  /** True if the condition holds; in passthrough everything is rendered and the ESP decides. */
  holds(condition: Condition): boolean {
    this.asked++
    return this.#writes(condition) || isTrue(condition, this.scope)
  }

  /** Renders a node as often as its loop and condition say. */
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

  /** Renders once for every item of the loop for which the condition holds. */
  repeat(loop: Loop, rendering: Rendering, when?: Condition, key = 'each'): string {
    const between = rendering.between ?? ''
    this.asked++
    const language = this.#languageAt(loop.in)
    const open = language?.openLoop(loop, this.#note)
    if (typeof open === 'object') {
      const one = when === undefined ? rendering.render() : this.#wrap(when, key, between, rendering.render)
      const round = `${between}${one}${between}`
      open.end()
      return open.write(round, rendering.orElse && `${between}${rendering.orElse()}${between}`)
    }
    if (open === 'drop') return ''
    return open === undefined ? this.#rounds(loop, rendering, when) : this.#sampleRounds(loop, rendering, when)
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
    // Rounds that render nothing count too: three loops inside each other make a thousand million of them.
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

  /** The items of a loop; for samples without a list, as many empty ones as the loop says. */
  items(loop: Loop): readonly unknown[] {
    const { items, total, truncated } = itemsOf(loop, this.scope)
    if (truncated) this.#reportTruncation(loop, total, items.length)
    if (items.length > 0 || this.target === 'data' || loop.sample === undefined) return items
    return Array.from({ length: Math.min(loop.sample, loop.limit ?? loop.sample) }, () => ({}))
  }

  // A loop inside another is reported once, not for each of the outer items.
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

  /** What a node shows, as a region that people may edit in the ESP, where its language has such. */
  region(node: NodeBase, html: string): string {
    const language = this.#language
    if (language?.region === undefined || html === '' || node.lock?.content === true || this.#rendered.size > 0)
      return html
    const kind = regionKinds[node.type]
    const { id, name = `${node.type} ${id}` } = node
    return kind === undefined ? html : language.region({ kind, id, name }, html)
  }

  /** The language that a tag is written in; undefined where it is filled in here. */
  #languageOf(tag: FieldTag): NativeLanguage | undefined {
    return this.#languageAt(tag.path)
  }

  #languageAt(path: string): NativeLanguage | undefined {
    const isRendered = this.#rendered.size > 0 && this.#rendered.has(path.split('.', 1)[0] ?? '')
    return isRendered ? undefined : this.#language
  }

  /** True if the ESP decides on a condition: not on one about an item that is rendered here. */
  #writes(condition: Condition): boolean {
    return this.#language !== undefined && ![...this.#rendered].some((name) => isAbout(condition, name))
  }

  // A condition about the item cannot hold when there is none; it must not hide what is rendered instead.
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

  // Only the text before the first tag can be judged; the ESP fills in the rest.
  #passedAddress(
    source: string,
    tag: (tag: MergeTag, position: Position) => string,
    literal: (text: string) => string,
  ): string {
    const { parts } = parseTagged(source)
    const [head] = parts
    let out = ''
    // What is known of the URL so far; a tag at its start is a whole URL.
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

  // What a tag of another language would say is not known here: Liquid is run, the others are seen in samples only.
  #native(source: string, place: TagPlace): string {
    if (this.#language !== undefined) return this.#language.native(source, place, this.#note)
    this.asked++
    if (this.target === 'sample') return place === 'text' ? escapeText(source) : escapeAttribute(source)
    if (place === 'text' && isLiquid(source)) return this.rawLiquid(source)
    this.#warn(
      'NATIVE_TAG_LEFT_OUT',
      `${source.slice(0, 80)} was removed: only the ESP it was written for can evaluate it.`,
    )
    return ''
  }

  #read(tag: FieldTag): string {
    this.asked++
    const { text, missing } = readTag(tag, this.scope, this.#reading)
    if (missing) this.#warn('MISSING_VALUE', `${tag.path} has neither a value nor a fallback.`)
    return text
  }

  // Among samples a field without one shows its tag, so that its position is visible.
  #readShown(tag: FieldTag): string {
    const text = this.#read(tag)
    const isSeen = text !== '' || this.target !== 'sample' || tag.fallback !== undefined
    return isSeen || this.lookup(tag.path) !== undefined ? text : `{{ ${tag.path} }}`
  }

  #warn(code: WarningCode, message: string): void {
    this.warnings.add(code, message, this.nodeId)
  }
}

/** True if the author says that the value is encoded, or is to be. */
function isEncoded({ filters, raw }: FieldTag): boolean {
  return raw === true || filters?.some(({ name }) => name === 'url') === true
}

function same(text: string): string {
  return text
}
