import { type MobileStyle, type Style, type Theme, isAddress, isEqual } from '../../document/index.ts'
import { parseTagged } from '../../data/index.ts'
import type { BlockTypes } from '../../render/index.ts'
import { classesInside } from '../head/attributes.ts'
import type { Head } from '../head/read-head.ts'
import type { Styled, Declarations } from '../head/style-rules.ts'
import type { InputBlock, InputNode } from '../input-nodes.ts'
import type { MjmlWarningCode, MjmlWarnings } from '../report.ts'
import type { Element } from '../source/element.ts'
import { type Attributes, readBox, readNumber } from '../values/lengths.ts'
import { unreadableColors, readPaint } from '../values/colors.ts'
import { lookOf, cssOfStyle } from '../values/styles.ts'
import type { Fonts } from '../values/fonts.ts'

export interface Slot {
  /** Available width in px. */
  width: number
  /** Names of the parent's mj-class. */
  classes: string
  /** Ancestors for selector matching, outermost first. */
  path: readonly Styled[]
  /** Inside a columns block, which cannot contain another. */
  isNested: boolean
}

/** Converts one component to blocks. */
export type ReadComponent = (reading: Reading, element: Element, slot: Slot) => InputBlock[]

/** Options from the head of the source and from the block types. */
interface ReadingOptions {
  head: Head
  warnings: MjmlWarnings
  blockTypes: BlockTypes
  /** Keyed by component name. */
  readers: ReadonlyMap<string, ReadComponent>
  /** Block types whose background is not that of their cell. */
  paintingBackground: ReadonlySet<string>
  /** True for a right-to-left email, including its columns. */
  isRtl: boolean
}

export class Reading {
  readonly head: Head
  readonly warnings: MjmlWarnings
  readonly theme: Pick<Theme, 'text' | 'button' | 'headings' | 'link'>
  /** Classes of nodes that the style sheet refers to. */
  readonly cssClasses = new Set<string>()
  /** True if authored HTML contains paragraphs, between which mjml sets 13 px. */
  hasAuthoredParagraphs = false
  readonly options: ReadingOptions

  constructor(options: ReadingOptions) {
    this.options = options
    this.head = options.head
    this.warnings = options.warnings
    this.theme = themeOf(options.head)
  }

  attributesOf(element: Element, slot: Slot, inherited?: Attributes): Attributes {
    const attributes = this.head.attributes.of(element, slot.classes, inherited)
    for (const [name, value] of unreadableColors(attributes)) {
      const message = `${name} of ${element.name} is not a color that email clients support and was dropped: ${value.slice(0, 60)}.`
      this.warn('MJML_VALUE', message, element)
    }
    return attributes
  }

  /** The context inside an element of that width; `name` is the element that mjml renders. */
  inside(element: Element, attributes: Attributes, slot: Slot, width: number, name = 'div'): Slot {
    return {
      width: Math.max(1, width),
      classes: classesInside(element, slot.classes),
      path: [...slot.path, { name, classes: namesOf(attributes['css-class']) }],
      isNested: slot.isNested,
    }
  }

  warn(code: MjmlWarningCode, message: string, element: Element): void {
    this.warnings.add(code, message, element.line)
  }

  /** Warns about attributes without an equivalent, unless they are empty. */
  ignore(element: Element, attributes: Attributes, names: readonly string[]): void {
    for (const name of names) {
      const value = attributes[name]
      if (value === undefined || value === '') continue
      this.warn('MJML_ATTRIBUTE', `${name} on ${element.name} has no equivalent and was ignored.`, element)
    }
  }

  /** Adds name, classes, and the style that differs from the theme to a block. */
  block(block: InputBlock, style: Style, attributes: Attributes, element: Element): InputBlock {
    const own = this.onlyOwn(block, style)
    const common = this.common(attributes, element)
    const out: InputBlock = { ...block, ...common }
    if (block.mobile !== undefined) out.mobile = { ...block.mobile, ...common.mobile }
    if (Object.keys(own).length > 0) out.style = own
    return out
  }

  common(attributes: Attributes, { comment }: Element): Partial<Omit<InputNode, 'type'>> {
    const out: Partial<Omit<InputNode, 'type'>> = {}
    const name = comment
      ?.replace(/[\u0000-\u001f\u007f\s]+/g, ' ')
      .trim()
      .slice(0, 100)
    if (name !== undefined && /[\p{L}\p{N}]/u.test(name)) out.name = name
    const names = namesOf(attributes['css-class'])
    const { hiddenOnPhones, hiddenOnDesktops, onPhones } = this.head.rules
    // The node itself expresses the declarations of generated classes.
    const isStated = (one: string) => /^phone-\d+$/.test(one) && (hiddenOnPhones.has(one) || onPhones.has(one))
    const usable = names.filter((one) => /^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(one) && !isStated(one)).slice(0, 20)
    for (const one of usable) this.cssClasses.add(one)
    if (usable.length > 0) out.classes = usable
    const mobile = Object.assign(
      {},
      ...names.map((one) => readPhoneStyle(onPhones.get(one) ?? {}, this.head.fonts)),
    ) as MobileStyle
    if (Object.keys(mobile).length > 0) out.mobile = mobile
    if (names.some((one) => hiddenOnPhones.has(one))) out.hide = { mobile: true }
    else if (names.some((one) => hiddenOnDesktops.has(one))) out.hide = { desktop: true }
    return out
  }

  /** The URL in document form; undefined if documents do not accept it. */
  address(value: string | undefined): string | undefined {
    const address = value?.trim().replaceAll('&amp;', '&')
    if (address === undefined) return undefined
    const isGood = isAddress(address) && parseTagged(address).error === undefined && address.length <= 8192
    return isGood ? address : undefined
  }

  private onlyOwn(block: InputBlock, style: Style): Style {
    const type = this.options.blockTypes.get(block.type)
    const layers = type?.element?.({ ...block, id: 'x' } as never, this.theme as Theme) ?? []
    const below: Style = Object.assign({}, this.theme.text, ...layers)
    return differing(style, below, this.options.isRtl ? 'right' : 'left')
  }
}

/** The properties that differ from the inherited style and from the defaults. */
function differing(style: Style, below: Style, start: Style['align'] = 'left'): Style {
  const entries = Object.entries(style).filter(([key, value]) => {
    const under = below[key as keyof Style]
    if (value === undefined || isEqual(value, under)) return false
    const plain = key === 'align' ? start : usual[key as keyof Style]
    return under !== undefined || !isEqual(value, plain)
  })
  return Object.fromEntries(entries)
}

const usual: Style = {
  padding: [0, 0, 0, 0],
  innerPadding: [0, 0, 0, 0],
  weight: 400,
  italic: false,
  letterSpacing: 0,
  transform: 'none',
  decoration: 'none',
  radius: 0,
}

const headingSizes = [2, 1.5, 1.17, 1] as const

function themeOf({ attributes, fonts }: Head): Reading['theme'] {
  const given = (name: string): Attributes => attributes.of(nameless(name), '')
  const look = cssOfStyle({ ...lookOf(given('mj-text'), fonts), align: undefined })
  const text: Style = { font: look.font ?? 'sans-serif', ...pick(look, ['size', 'lineHeight', 'color']) }
  const button = pick(cssOfStyle(lookOf(given('mj-button'), fonts)), ['size', 'weight', 'lineHeight', 'color'])
  const size = look.size ?? 13
  const heading = (times: number): Style => ({
    size: Math.round(size * times * 100) / 100,
    weight: 700,
    lineHeight: look.lineHeight ?? 1,
  })
  return {
    text,
    link: { color: '#0000ee', underline: true },
    headings: { 1: heading(headingSizes[0]), 2: heading(headingSizes[1]), 3: heading(headingSizes[2]), 4: heading(1) },
    button,
  }
}

function nameless(name: string): Element {
  return { name, attributes: {}, children: [], content: '', source: '', line: 0 }
}

function pick(style: Style, keys: readonly (keyof Style)[]): Style {
  return Object.fromEntries(keys.filter((key) => style[key] !== undefined).map((key) => [key, style[key]]))
}

function namesOf(value: string | undefined): string[] {
  return (value ?? '').split(/\s+/).filter((one) => one !== '')
}

/** Parses the declarations that `writing/phone-rules.ts` generated for a node's phone layer. */
function readPhoneStyle(css: Declarations, fonts: Fonts): MobileStyle {
  const style: MobileStyle = {}
  const padding = css['padding'] === undefined ? undefined : readBox({ padding: css['padding'] }, 'padding', 0)
  if (padding !== undefined) style.padding = padding
  const background = readPaint(css['background-color'])
  if (background !== undefined) style.background = background
  const radius = readNumber(css['border-radius'])
  if (radius !== undefined) style.radius = radius
  const width = /^(\d+(?:\.\d+)?)(px|%)$/.exec(css['width'] ?? '')
  if (width !== null) style.width = width[2] === '%' ? `${Number(width[1])}%` : Number(width[1])
  const look = cssOfStyle(lookOf(css['text-align'] === undefined ? css : { ...css, align: css['text-align'] }, fonts))
  for (const [property, key] of texts) if (css[property] !== undefined) Object.assign(style, { [key]: look[key] })
  return style
}

const texts = [
  ['font-family', 'font'],
  ['font-size', 'size'],
  ['line-height', 'lineHeight'],
  ['font-weight', 'weight'],
  ['text-align', 'align'],
  ['color', 'color'],
] as const
