import { type EmailDocument, type NodeBase, type Style, instanceOf } from '../../document/index.ts'
import type { BlockTypes } from '../block-type.ts'
import type { Paint } from '../html-context.ts'
import { Page } from '../html/page.ts'
import type { ComputedStyle } from '../style/computed-style.ts'
import { addBox, isPadded, imageDeclarations, mobileDeclarations, paddingDeclaration } from '../style/declarations.ts'
import type { Palette } from '../style/palette.ts'
import { addDeclaration, textDeclarations } from '../style/text-declarations.ts'
import type { AmpValues } from './amp-values.ts'
import { markNode } from './marked-amp.ts'

interface AmpPageOptions {
  document: EmailDocument
  blocks: BlockTypes
  values: AmpValues
  palette: Palette
}

/**
 * State of one AMP rendering: styles become classes, Outlook markup is left out, and every node has marks, which map
 * the positions of validator findings to nodes.
 */
export class AmpPage extends Page {
  declare readonly values: AmpValues
  readonly rules = new AmpSheet()

  constructor(options: AmpPageOptions) {
    super({ ...options, mode: 'production' })
  }

  /** ` class="…"` for the parts of a style that one element renders; a background image requires a style attribute. */
  override paint(style: ComputedStyle, mobile: Style | undefined, paint: Paint, image?: string): string {
    const plain = this.#plainRules(style, paint)
    const narrow = this.#narrowRules(style, mobile, paint)
    const classes = [plain === '' ? '' : this.rules.plain(plain), narrow === '' ? '' : this.rules.mobile(narrow)]
    const names = classes.filter((name) => name !== '').join(' ')
    const attribute = names === '' ? '' : ` class="${names}"`
    if (image === undefined || style.backgroundImage === undefined) return attribute
    return `${attribute} style="${imageDeclarations(style.backgroundImage, image)}"`
  }

  /** ` class="…"` for declarations only: for wide screens, and up to the breakpoint. */
  classOf(declarations: string, mobile = ''): string {
    return this.paint(nothing, undefined, { style: declarations, mobile })
  }

  /** Surrounds the HTML of a node with its marks. */
  node({ id }: NodeBase, html: string): string {
    return html === '' ? '' : markNode(instanceOf(id), html)
  }

  /** The URL if AMP loads from it: https, or a tag that the ESP fills in. */
  secure(address: string, what: string): string | undefined {
    if (address === '' || address === '#') return undefined
    if (/^https:\/\//i.test(address) || /^(?:\{[{%])/.test(address)) return address
    const { nodeId, warnings } = this.values
    const shown = JSON.stringify(address.slice(0, 80))
    warnings.add('AMP_ADDRESS_REFUSED', `AMP loads ${what} over https only, not from ${shown}.`, nodeId)
    return undefined
  }

  override backgroundOf(style: Style): string | undefined {
    const address = super.backgroundOf(style)
    return address === undefined ? undefined : this.secure(address, 'images')
  }

  override mark(): string {
    return ''
  }

  override landing(): string {
    return ''
  }

  override get canShape(): boolean {
    return false
  }

  override get reachesOutlook(): boolean {
    return false
  }

  override mso(): string {
    return ''
  }

  override notMso(html: string): string {
    return html
  }

  override phoneOnly(render: () => string): string {
    return render()
  }

  #plainRules(style: ComputedStyle, paint: Paint): string {
    const { palette } = this
    let css = withoutOutlook(paint.style ?? '')
    if (paint.padding !== undefined) {
      const padding = style[paint.padding]
      if (isPadded(padding)) css = addDeclaration(css, paddingDeclaration(padding))
    }
    if (paint.box) css = addBox(css, style, palette)
    if (paint.cell) css = joined(css, heightRules(style))
    return paint.text ? joined(css, textDeclarations(style, palette)) : css
  }

  #narrowRules(style: ComputedStyle, mobile: Style | undefined, paint: Paint): string {
    const own =
      mobile === undefined
        ? ''
        : mobileDeclarations(mobile, this.palette, {
            text: paint.text === true,
            box: paint.box === true,
            padding: paint.padding === undefined ? undefined : mobile[paint.padding],
            below: style,
            cell: undefined,
            image: undefined,
          })
    const min = paint.cell && mobile?.minHeight !== undefined ? `min-height:${mobile.minHeight}px` : ''
    return joined(joined(own, min), paint.mobile ?? '').replaceAll('!important', '')
  }
}

const nothing: ComputedStyle = {}

// A flex column, so that content can be vertically centered.
function heightRules({ minHeight, valign }: ComputedStyle): string {
  if (minHeight === undefined || minHeight === 0) return ''
  const place = valign === 'middle' ? 'center' : valign === 'bottom' ? 'flex-end' : undefined
  const placed = place === undefined ? '' : `;display:flex;flex-direction:column;justify-content:${place}`
  return `min-height:${minHeight}px${placed}`
}

// AMP rejects Outlook's mso- properties.
function withoutOutlook(css: string): string {
  if (!css.includes('mso-')) return css
  return css
    .split(';')
    .filter((declaration) => !declaration.startsWith('mso-'))
    .join(';')
}

function joined(first: string, second: string): string {
  if (second === '') return first
  return first === '' ? second : `${first};${second}`
}

/**
 * Rules of the only style element of AMP. Classes are numbered by first use, and equal rules share one. Rules of the
 * mobile layer come last, so that they win without `!important`, which AMP rejects.
 */
class AmpSheet {
  readonly #plain = new Map<string, string>()
  readonly #narrow = new Map<string, string>()
  readonly #whole = new Set<string>()

  /** Class for declarations, joined by semicolons. */
  plain(declarations: string): string {
    return named(this.#plain, 's', declarations)
  }

  /** Class for declarations up to the breakpoint. */
  mobile(declarations: string): string {
    return named(this.#narrow, 'm', declarations)
  }

  /** A rule with its own selector; duplicates are dropped. */
  rule(rule: string): void {
    this.#whole.add(rule)
  }

  /**
   * Rules of used classes: markup for Outlook requests classes too, which are left out. `breakpoint` is the last
   * width in px of the mobile layer.
   */
  print(breakpoint: number, used: ReadonlySet<string>): string {
    const narrow = rulesOf(this.#narrow, used)
    const plain = [...this.#whole].join('') + rulesOf(this.#plain, used)
    return narrow === '' ? plain : `${plain}@media (max-width:${breakpoint}px){${narrow}}`
  }
}

function rulesOf(rules: ReadonlyMap<string, string>, used: ReadonlySet<string>): string {
  let css = ''
  for (const [declarations, name] of rules) if (used.has(name)) css += `.${name}{${declarations}}`
  return css
}

function named(rules: Map<string, string>, letter: string, declarations: string): string {
  const known = rules.get(declarations)
  if (known !== undefined) return known
  const name = `${letter}${rules.size + 1}`
  rules.set(declarations, name)
  return name
}
