import { type Condition, type FieldTag, type MergeTag, isNativeTag, isTagged, parseTagged } from '../../data/index.ts'
import type { NodeBase } from '../../document/index.ts'
import { escapeAttribute, escapeText } from '../values/escape.ts'
import { type Rendering, type ValueOptions, Values } from '../values/values.ts'
import { keyOf, mentionsItem, mustacheSections } from './mustache.ts'

/**
 * The data of an AMP part. URLs are limited to the schemes of AMP. Inside a mustache template, tags of the item are
 * written for amp-mustache, which fills them in when the email is opened; all other tags are filled in by this
 * rendering.
 */
export class AmpValues extends Values {
  /** Names of the items of the surrounding templates, outermost first. */
  readonly #items: string[] = []
  readonly #isLiquid: boolean

  constructor(options: ValueOptions) {
    super(options)
    this.#isLiquid = options.target === 'passthrough' && options.language === undefined
  }

  /** Renders the content of a template or template section whose item is called `item`. */
  within(item: string, render: () => string): string {
    this.#items.push(item)
    const rendered = render()
    this.#items.pop()
    return rendered
  }

  /** True inside a mustache template. */
  get isTemplate(): boolean {
    return this.#items.length > 0
  }

  override text(source: string): string {
    return this.isTemplate ? this.#compose(source, (tag) => this.textTag(tag), escapeText) : super.text(source)
  }

  override attribute(source: string): string {
    if (!this.isTemplate) return super.attribute(source)
    return this.#compose(source, (tag) => this.attributeTag(tag), escapeAttribute)
  }

  override literal(text: string): string {
    return this.isTemplate ? withoutBraces(escapeText(text)) : super.literal(text)
  }

  override plainTag(tag: MergeTag): string {
    return !isNativeTag(tag) && this.#isItem(tag.path) ? '' : super.plainTag(tag)
  }

  override textTag(tag: MergeTag): string {
    if (isNativeTag(tag)) return this.#kept(super.textTag(tag))
    return this.#isItem(tag.path) ? this.#mustache(tag, escapeText) : this.#settled(super.textTag(tag))
  }

  override attributeTag(tag: MergeTag): string {
    if (isNativeTag(tag)) return this.#kept(super.attributeTag(tag))
    return this.#isItem(tag.path) ? this.#mustache(tag, escapeAttribute) : this.#settled(super.attributeTag(tag))
  }

  /** As in HTML, but empty for a URL that AMP rejects: an anchor, or a scheme other than http, https, mailto, tel. */
  override url(source: string): string {
    if (this.isTemplate && isTagged(source)) {
      const { parts } = parseTagged(source)
      if (parts.some((part) => typeof part !== 'string' && !isNativeTag(part) && this.#isItem(part.path)))
        return this.#itemAddress(parts)
    }
    const address = super.url(source)
    if (address === '' || address === '#') return ''
    if (!/^(?:#|sms:)/i.test(address)) return address
    this.#note('AMP_ADDRESS_REFUSED', `AMP does not allow links such as ${JSON.stringify(source.slice(0, 80))}.`)
    return ''
  }

  override lookup(path: string): unknown {
    return this.#isItem(path) ? undefined : super.lookup(path)
  }

  override around(node: NodeBase, rendering: Rendering): string {
    const { when, each } = node
    if (!this.isTemplate) return super.around(node, rendering)
    if (each !== undefined) return this.repeat(each, rendering, when, node.id)
    return when === undefined ? rendering.render() : this.#conditional(when, node.id, () => rendering.render())
  }

  override repeat(loop: Parameters<Values['repeat']>[0], rendering: Rendering, when?: Condition, key = 'each'): string {
    const isAbout = when !== undefined && mentionsItem(when, this.#items)
    if (!this.isTemplate || (!this.#isItem(loop.in) && !isAbout)) return super.repeat(loop, rendering, when, key)
    const render = when === undefined ? rendering.render : () => this.#conditional(when, key, () => rendering.render())
    const isItems = this.#isItem(loop.in)
    if (!isItems) return super.repeat(loop, { ...rendering, render: () => render.call(rendering) })
    if (loop.limit !== undefined) {
      this.#note('AMP_TEMPLATE_LIMITS', `AMP shows all items of ${loop.in}: it does not support loop limits.`)
    }
    const list = keyOf(loop.in, this.#items) ?? '.'
    const one = this.within(loop.as, () => render.call(rendering))
    const other =
      rendering.orElse === undefined
        ? ''
        : `${this.#raw(`{{^${list}}}`)}${rendering.orElse()}${this.#raw(`{{/${list}}}`)}`
    return `${this.#raw(`{{#${list}}}`)}${one}${this.#raw(`{{/${list}}}`)}${other}`
  }

  #conditional(when: Condition, key: string, render: () => string): string {
    if (!mentionsItem(when, this.#items)) return super.around({ id: key, type: '', when }, { render })
    const inner = render()
    const wrapped = mustacheSections(when, this.#items, {
      inner,
      raw: (section) => this.#raw(section),
      conditional: (condition, shown) => super.around({ id: key, type: '', when: condition }, { render: () => shown }),
    })
    if (wrapped !== undefined) return wrapped
    this.#note(
      'AMP_TEMPLATE_LIMITS',
      'Inside a list AMP can only test whether a value exists; this content is always shown.',
    )
    return inner
  }

  #isItem(path: string): boolean {
    return this.#items.length > 0 && keyOf(path, this.#items) !== undefined
  }

  // AMP rejects elements that an ESP's tag may expand to, and mustache rejects tags of other languages.
  #kept(tag: string): string {
    return this.isTemplate ? withoutBraces(escapeText(tag)) : tag.replaceAll('<', '&lt;')
  }

  #mustache({ fallback, filters, path }: FieldTag, escape: (text: string) => string): string {
    const key = keyOf(path, this.#items) ?? '.'
    if (filters?.some(({ name }) => name !== 'url')) {
      this.#note('AMP_TEMPLATE_LIMITS', `AMP shows ${path} without filters, which are not supported inside a list.`)
    }
    if (fallback === undefined || fallback === '' || key === '.') return this.#raw(`{{${key}}}`)
    return this.#raw(`{{${key}}}{{^${key}}}${withoutBraces(escape(fallback))}{{/${key}}}`)
  }

  // amp-mustache fills in whole URLs only.
  #itemAddress(parts: ReturnType<typeof parseTagged>['parts']): string {
    const [only] = parts
    if (parts.length === 1 && only !== undefined && typeof only !== 'string' && !isNativeTag(only)) {
      return this.#raw(`{{${keyOf(only.path, this.#items) ?? '.'}}}`)
    }
    this.#note(
      'AMP_TEMPLATE_LIMITS',
      'Inside a list AMP supports only complete URLs: add a URL to the items, such as {{ item.url }}.',
    )
    return ''
  }

  #compose(source: string, tag: (tag: MergeTag) => string, escape: (text: string) => string): string {
    const { parts, error } = parseTagged(source)
    if (error !== undefined) this.#note('BROKEN_TAG', `${error.message} (at character ${error.index + 1}).`)
    return parts.map((part) => (typeof part === 'string' ? withoutBraces(escape(part)) : tag(part))).join('')
  }

  // Escapes a value in mustache syntax, which must stay text. In passthrough the value is unknown.
  #settled(text: string): string {
    return this.isTemplate && this.target !== 'passthrough' ? withoutBraces(text) : text
  }

  // Protects mustache tags from the ESP.
  #raw(mustache: string): string {
    return this.#isLiquid ? `{% raw %}${mustache}{% endraw %}` : this.plainLiteral(mustache)
  }

  #note(code: Parameters<Values['warnings']['add']>[0], message: string): void {
    this.warnings.add(code, message, this.nodeId)
  }
}

// An invisible word joiner separates two braces.
function withoutBraces(text: string): string {
  return text.includes('{') ? text.replaceAll('{', '{\u2060') : text
}
