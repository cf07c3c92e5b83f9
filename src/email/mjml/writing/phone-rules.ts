import type { NodeBase, Style } from '../../document/index.ts'
import { type Paints, writeBox } from './attributes.ts'

/**
 * Writes the phone layer as rules of the style sheet: MJML has no attributes for it, but css-class applies to every
 * component.
 */
export class PhoneRules {
  private readonly paints: Paints
  private readonly names = new Map<string, string>()
  private readonly css: string
  private readonly taken: number

  /** `css` is the document's own style sheet, which may contain generated rules of an earlier conversion. */
  constructor(paints: Paints, css: string) {
    this.paints = paints
    this.css = css
    this.taken = Math.max(0, ...[...css.matchAll(/\.phone-(\d{1,4})\b/g)].map((match) => Number(match[1])))
  }

  ofBlock({ hide, mobile, type }: Pick<NodeBase, 'hide' | 'mobile' | 'type'>): string[] {
    const text = this.textOf(mobile ?? {})
    return [
      ...this.hidden(hide),
      ...this.rule(boxOf(mobile ?? {}, this.paints), (name) => `.${name}`),
      // A button is a table of its own inside the cell.
      ...(type === 'button' ? this.rule(widthOf(mobile ?? {}), (name) => `.${name}>table`) : []),
      // Inside, because mjml sets the text style on an element in the cell.
      ...this.rule(text, (name) => `.${name},.${name} div,.${name} h1,.${name} h2,.${name} h3,.${name} h4`),
    ]
  }

  /** The classes of a row or column, whose box is a cell inside it; with a band, the cell is one level deeper. */
  ofBox({ hide, mobile }: Pick<NodeBase, 'hide' | 'mobile'>, isFullWidth = false): string[] {
    const css = boxOf(mobile ?? {}, this.paints)
    const cell = isFullWidth ? '>tbody>tr>td>div>table>tbody>tr>td' : '>tbody>tr>td'
    const inside = (name: string) => (isFullWidth ? `.${name}${cell}` : `.${name}>table${cell},table.${name}${cell}`)
    return [...this.hidden(hide), ...this.rule(css, inside)]
  }

  missing({ mobile, type }: Pick<NodeBase, 'mobile' | 'type'>, isBox: boolean): string[] {
    const isStated = (key: string) => key === 'width' && type === 'button'
    return Object.keys(mobile ?? {}).filter(
      (key) => !isStated(key) && !(boxKeys.has(key) || (!isBox && textKeys.has(key))),
    )
  }

  /** All rules in a media query up to the breakpoint in px; empty without any. */
  print(breakpoint: number): string {
    if (this.names.size === 0) return ''
    return `@media (max-width:${breakpoint}px){${[...this.names.keys()].join('')}}`
  }

  private hidden(hide: NodeBase['hide']): string[] {
    return hide?.mobile ? this.rule('display:none!important', (name) => `.${name}`) : []
  }

  private rule(css: string, selector: (name: string) => string): string[] {
    if (css === '') return []
    for (const [rule, name] of this.names) if (rule === `${selector(name)}{${css}}`) return [name]
    for (let at = 1; at <= this.taken; at++) {
      if (this.css.includes(`${selector(`phone-${at}`)}{${css}}`)) return [`phone-${at}`]
    }
    const name = `phone-${this.taken + this.names.size + 1}`
    this.names.set(`${selector(name)}{${css}}`, name)
    return [name]
  }

  private textOf(mobile: Style): string {
    return declarations({
      'font-family': this.paints.font(mobile.font)?.replaceAll('"', "'"),
      'font-size': mobile.size === undefined ? undefined : `${mobile.size}px`,
      'line-height': mobile.lineHeight,
      'font-weight': mobile.weight,
      'text-align': mobile.align,
      color: this.paints.color(mobile.color),
    })
  }
}

const boxKeys = new Set(['padding', 'background', 'radius'])
const textKeys = new Set(['font', 'size', 'lineHeight', 'weight', 'align', 'color'])

function boxOf(mobile: Style, paints: Paints): string {
  return declarations({
    padding: mobile.padding === undefined ? undefined : writeBox(mobile.padding),
    'background-color': paints.color(mobile.background),
    'border-radius': mobile.radius === undefined ? undefined : `${mobile.radius}px`,
  })
}

function widthOf({ width }: Style): string {
  return declarations({ width: typeof width === 'number' ? `${width}px` : width })
}

function declarations(values: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([property, value]) => `${property}:${value}!important`)
    .join(';')
}
