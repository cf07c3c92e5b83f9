import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { EmailDocument, NodeBase, Style } from '../../document/index.ts'
import type { BlockTypes } from '../block-type.ts'
import type { Paint } from '../html-context.ts'
import { type ComputedStyle, blankStyle, inheritText, layOver, plainText } from '../style/computed-style.ts'
import { addBox, boxLengths, darkDeclarations, hasRoom, mobileDeclarations } from '../style/declarations.ts'
import { addDeclaration, textDeclarations } from '../style/text-declarations.ts'
import type { Palette } from '../style/palette.ts'
import { Sheet, type Use } from '../style/sheet.ts'
import { escapeAttribute } from '../values/escape.ts'
import type { Values } from '../values/values.ts'
import type { Memory } from './memory.ts'

export interface PageOptions {
  document: EmailDocument
  blocks: BlockTypes
  values: Values
  palette: Palette
  mode: 'production' | 'editor'
  /** What earlier renderings of the document left; the editor, whose markers stand once, has none. */
  memory?: Memory | undefined
}

/** Start of a table that only lays out. */
export const layoutTable = '<table role="presentation" cellpadding="0" cellspacing="0"'

/** What all parts of one HTML rendering share. */
export class Page {
  readonly document: EmailDocument
  readonly blocks: BlockTypes
  readonly values: Values
  readonly palette: Palette
  readonly sheet = new Sheet()
  readonly dir: 'ltr' | 'rtl'
  /** The side lines of text begin at. */
  readonly start: 'left' | 'right'
  /** Text of the whole email before any section speaks. */
  readonly text: ComputedStyle
  readonly isEditor: boolean
  readonly memory: Memory | undefined
  /** What has been asked of sheet and palette, while there is a memory. */
  readonly #log: Use[] = []
  readonly #marked = new Set<string>()
  #hidden = 0
  #size = 0

  constructor({ document, blocks, values, palette, mode, memory }: PageOptions) {
    this.document = document
    this.blocks = blocks
    this.values = values
    this.palette = palette
    this.isEditor = mode === 'editor'
    this.memory = memory
    if (memory !== undefined) {
      this.sheet.log = this.#log
      palette.log = this.#log
    }
    this.dir = document.meta.dir ?? 'ltr'
    this.start = this.dir === 'rtl' ? 'right' : 'left'
    this.text = inheritText(layOver(blankStyle(), plainText), document.theme.text)
  }

  /**
   * A piece of HTML that is drawn once and taken from memory afterwards, when no data had a part in it. `key` and where
   * it stands must say all that it depends on; `variant` is a small number for what else there is.
   */
  once(key: object, draw: () => string, width = 0, around?: ComputedStyle, variant = 0): string {
    const { memory, values } = this
    if (memory === undefined) return draw()
    const kind = this.#hidden > 0 ? variant + 100 : variant
    const known = memory.pieces.get(key)
    if (known !== undefined && known.width === width && known.around === around && known.variant === kind) {
      if (known.html === undefined) return draw()
      if (this.#again(known.uses)) {
        this.#size += known.size
        this.#checkSize()
        return known.html
      }
    }
    const { asked } = values
    const { arose } = values.warnings
    const from = this.#log.length
    const before = this.#size
    const drawn = draw()
    const isStatic = values.asked === asked && values.warnings.arose === arose
    // Joined now, once, instead of in every page it becomes part of.
    if (isStatic) drawn.charCodeAt(0)
    memory.pieces.set(key, {
      width,
      around,
      variant: kind,
      html: isStatic ? drawn : undefined,
      uses: isStatic ? distinct(this.#log, from) : [],
      size: this.#size - before,
    })
    return drawn
  }

  // The classes must be those of then; those asked for in vain are the first ones that drawing anew asks for.
  #again(uses: readonly Use[]): boolean {
    for (const use of uses) {
      if (use.kind === 'font') {
        this.palette.webFonts.add(use.text)
        this.#log.push(use)
      } else if (!this.sheet.again(use)) return false
    }
    return true
  }

  /** The editor's marker for a node, on the first element that is drawn for it; nothing in production. */
  mark(node: NodeBase): string {
    if (!this.isEditor || this.#marked.has(node.id)) return ''
    this.#marked.add(node.id)
    return ` data-n="${escapeAttribute(node.id)}"`
  }

  /** Styles of the classes a node names, lowest first. */
  classes(node: NodeBase): readonly Style[] {
    if (node.classes === undefined) return []
    const known = this.document.theme.classes ?? {}
    return node.classes.flatMap((name) => {
      if (Object.hasOwn(known, name) && known[name] !== undefined) return [known[name]]
      this.values.warnings.add('UNKNOWN_CLASS', `The theme has no class named ${JSON.stringify(name)}.`, node.id)
      return []
    })
  }

  /** ` class="…" style="…"` for the parts of a style that one element draws. */
  paint(style: ComputedStyle, mobile: Style | undefined, paint: Paint, image?: string): string {
    const { palette, sheet } = this
    let css = paint.style ?? ''
    if (paint.padding !== undefined) {
      const padding = style[paint.padding]
      if (hasRoom(padding)) css = addDeclaration(css, `padding:${boxLengths(padding)}`)
    }
    if (paint.box) css = addBox(css, style, palette, image)
    if (paint.text) css = joinRules(css, textDeclarations(style, palette))
    const narrow =
      mobile === undefined ? (paint.mobile ?? '') : joinRules(this.#mobileRules(mobile, paint), paint.mobile)
    const dark = this.#darkClass(style, paint)
    const classes = narrow === '' ? dark : `${sheet.mobile(narrow)}${dark === '' ? '' : ` ${dark}`}`
    const attribute = classes === '' ? '' : ` class="${classes}"`
    return css === '' ? attribute : `${attribute} style="${css}"`
  }

  /** Whether Outlook on Windows gets what is being drawn. */
  get reachesOutlook(): boolean {
    return this.#hidden === 0
  }

  /** Markup that only Outlook on Windows sees; nothing inside what Outlook does not get at all. */
  mso(html: string): string {
    return this.#hidden > 0 ? '' : `<!--[if mso]>${html}<![endif]-->`
  }

  /** Markup that Outlook on Windows does not see. */
  notMso(html: string): string {
    return this.#hidden > 0 ? html : `<!--[if !mso]><!-->${html}<!--<![endif]-->`
  }

  /**
   * What is shown on phones only: Outlook does not get it, and inside it no other conditional comment may stand,
   * because the first end would end them all.
   */
  phoneOnly(draw: () => string): string {
    this.#hidden++
    const html = draw()
    this.#hidden--
    return this.notMso(html)
  }

  /** Counts what has been drawn, so that loops inside loops stop in time. */
  grow(html: string): string {
    this.#size += html.length + 16
    this.#checkSize()
    return html
  }

  #checkSize(): void {
    if (this.#size > limits.renderBytes) fail('RENDER_TOO_LARGE')
  }

  #darkClass(style: ComputedStyle, paint: Paint): string {
    const { palette, sheet } = this
    const paper = paint.box ? palette.dark(style.background, style.darkBackground) : undefined
    const ink = paint.text ? palette.dark(style.color, style.darkColor) : undefined
    const edge = paint.box && (style.border !== undefined || style.darkBorder !== undefined)
    const border = edge ? palette.dark(style.border?.color, style.darkBorder) : undefined
    if (paint.dark === undefined && border === undefined) {
      if (paper === undefined) return ink === undefined ? '' : sheet.darkInk(ink)
      if (ink === undefined) return sheet.darkPaper(paper)
    }
    const rules = joinRules(darkDeclarations(paper, ink, border), paint.dark)
    return rules === '' ? '' : sheet.dark(rules)
  }

  #mobileRules(mobile: Style, paint: Paint): string {
    const padding = paint.padding === undefined ? undefined : mobile[paint.padding]
    return mobileDeclarations(mobile, this.palette, { text: paint.text === true, box: paint.box === true, padding })
  }
}

function distinct(log: readonly Use[], from: number): readonly Use[] {
  const uses: Use[] = []
  for (let at = from; at < log.length; at++) {
    const use = log[at]
    if (use !== undefined && !uses.some(({ kind, text }) => kind === use.kind && text === use.text)) uses.push(use)
  }
  return uses
}

function joinRules(first: string, second: string | undefined): string {
  if (second === undefined || second === '') return first
  return first === '' ? second : `${first};${second}`
}
