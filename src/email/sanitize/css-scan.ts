import { tokenTypes, tokenize } from 'css-tree/tokenizer'
import { type AddressUse, isSafeAddress } from './urls.ts'
import type { Edit } from './edits.ts'

const atRules = new Set(
  'media supports font-face keyframes -webkit-keyframes -moz-keyframes -o-keyframes layer container -ms-viewport'.split(
    ' ',
  ),
)

interface Block {
  /** Offset of the item that opened the block, so that all of it can be removed. */
  start: number
  /** The reason to remove the whole block. */
  cut: string | undefined
}

/**
 * Finds forbidden CSS: at-rules that load or are unknown, declarations that execute or load. `inside` parses a list of
 * declarations, such as a style attribute. In linear time, whatever the nesting.
 */
export function findCssEdits(css: string, use: AddressUse, inside = false): Edit[] {
  const scanner = new Scanner(css, use, inside)
  tokenize(css, (type, start, end) => scanner.token(type, start, end))
  scanner.finish()
  return scanner.edits
}

class Scanner {
  readonly edits: Edit[] = []
  private readonly blocks: Block[] = []
  // Start of the current item, -1 between items.
  private item = -1
  private name: string | undefined
  // Number of open brackets in the current item.
  private brackets = 0
  private broken = false
  private readonly css: string
  private readonly use: AddressUse
  private readonly inside: boolean

  constructor(css: string, use: AddressUse, inside: boolean) {
    this.css = css
    this.use = use
    this.inside = inside
  }

  token(type: number, start: number, end: number): void {
    switch (type) {
      case tokenTypes.WhiteSpace:
        return
      case tokenTypes.CDO:
      case tokenTypes.CDC:
        if (this.use === 'strict') this.edits.push({ start, end, text: '', what: 'HTML comment mark in CSS' })
        return
      case tokenTypes.Comment:
        return this.comment(start, end)
      case tokenTypes.LeftCurlyBracket:
        return this.open(start)
      case tokenTypes.RightCurlyBracket:
        return this.close(start, end)
      case tokenTypes.Semicolon:
        if (this.brackets === 0 && this.endsItem()) this.end(end)
        return
    }
    if (this.item < 0) this.begin(type, start, end)
    this.bracket(type, start, end)
  }

  finish(): void {
    const { css } = this
    if (this.item >= 0) {
      const unfinished = this.brackets > 0 || this.broken || (!this.inside && this.blocks.length === 0)
      if (unfinished) this.edits.push({ start: this.item, end: css.length, text: '', what: 'unfinished CSS' })
      else this.end(css.length)
    }
    const cut = this.blocks.find((block) => block.cut !== undefined)
    if (cut !== undefined) this.edits.push({ start: cut.start, end: css.length, text: '', what: cut.cut ?? '' })
    const open = cut === undefined ? this.blocks.length : this.blocks.indexOf(cut)
    if (open > 0) this.edits.push({ start: css.length, end: css.length, text: '}'.repeat(open) })
  }

  private comment(start: number, end: number): void {
    const text = this.css.slice(start, end)
    if (!text.endsWith('*/') || text.length < 4)
      this.edits.push({ start, end, text: '', what: 'unfinished CSS comment' })
  }

  private begin(type: number, start: number, end: number): void {
    this.item = start
    this.name = type === tokenTypes.AtKeyword ? readCss(this.css.slice(start + 1, end)) : undefined
  }

  private bracket(type: number, start: number, end: number): void {
    if (type === tokenTypes.Function || type === tokenTypes.LeftParenthesis || type === tokenTypes.LeftSquareBracket)
      this.brackets++
    else if (type === tokenTypes.RightParenthesis || type === tokenTypes.RightSquareBracket)
      this.brackets = Math.max(0, this.brackets - 1)
    else if (type === tokenTypes.BadString || type === tokenTypes.BadUrl) this.broken = true
    else if (type === tokenTypes.String && end === this.css.length)
      this.broken ||= end - start < 2 || this.css[start] !== this.css[end - 1]
  }

  // Only declarations and at-rules end at a semicolon; the selector of a rule continues.
  private endsItem(): boolean {
    return this.name !== undefined || this.inside || this.blocks.length > 0
  }

  private open(start: number): void {
    const text = this.item < 0 ? '' : this.css.slice(this.item, start)
    this.blocks.push({ start: this.item < 0 ? start : this.item, cut: this.refusal(text) })
    this.item = -1
    this.brackets = 0
    this.broken = false
  }

  private close(start: number, end: number): void {
    if (this.item >= 0) this.end(start)
    const block = this.blocks.pop()
    if (block === undefined) this.edits.push({ start, end, text: '', what: 'stray } in CSS' })
    else if (block.cut !== undefined) this.edits.push({ start: block.start, end, text: '', what: block.cut })
  }

  // Ends an item without a block.
  private end(end: number): void {
    if (this.item < 0) return
    const what = this.name === 'charset' ? '@charset' : this.refusal(this.css.slice(this.item, end))
    if (what !== undefined) this.edits.push({ start: this.item, end, text: '', what })
    this.item = -1
    this.brackets = 0
    this.broken = false
  }

  private refusal(text: string): string | undefined {
    if (this.item >= 0 && this.name !== undefined && !atRules.has(this.name)) return `@${this.name.slice(0, 40)}`
    return this.broken ? 'malformed CSS' : cssProblem(text, this.use)
  }
}

// Internet Explorer executed expression() and behaviors, Firefox bindings, and both followed script URLs in CSS.
const executable = /expression\s*\(|(?:java|vb|live|j)script\s*:|mocha\s*:|-moz-binding|@import|<\/|<!--/
const behavior = /(?:^|[^a-z0-9-])behaviou?r\s*:/
// The only behavior that email needs: it enables Outlook's vector graphics. Each run of white space belongs to one
// quantifier only: with several in a row, a long run that does not match takes cubic time.
const vml = /^[\s*_]*behaviou?r\s*:\s*url\(\s*['"]?#default#vml['"]?\s*\)\s*(?:!important\s*)?(?:;\s*)?$/
const addressFunctions = new Set(['url(', 'src(', 'image(', 'image-set(', '-webkit-image-set(', 'cross-fade('])

/** The reason to remove a declaration (or another part of CSS without blocks); undefined if it is allowed. */
function cssProblem(text: string, use: AddressUse): string | undefined {
  const read = readCss(text)
  if (executable.test(read) || (read.includes('progid:') && /\bsrc\s*=/.test(read))) return 'executable CSS'
  if (behavior.test(read) && !vml.test(read)) return 'CSS behavior'
  if (!/url|src|image|cross|["'(]/.test(read) || vml.test(read)) return undefined
  return addressProblem(text, use)
}

function addressProblem(text: string, use: AddressUse): string | undefined {
  let problem: string | undefined
  const open: boolean[] = []
  const check = (address: string) => {
    if (!isSafeAddress(address, use)) problem ??= 'CSS URL'
  }
  tokenize(text, (type, start, end) => {
    const token = text.slice(start, end)
    if (type === tokenTypes.Function) {
      const name = readCss(token)
      // Escapes in url serve only to hide it, and its URL is then not parsed as a string.
      if (name === 'url(' && token.toLowerCase() !== name) problem ??= 'CSS URL'
      open.push(addressFunctions.has(name))
    } else if (type === tokenTypes.LeftParenthesis) open.push(open.at(-1) ?? false)
    else if (type === tokenTypes.RightParenthesis) open.pop()
    else if (type === tokenTypes.Url) check(unescapeCss(token.slice(token.indexOf('(') + 1).replace(/\)$/, '')).trim())
    else if (type === tokenTypes.BadUrl || type === tokenTypes.BadString) problem ??= 'malformed CSS'
    else if (type === tokenTypes.String && open.at(-1) === true) check(unescapeCss(token.slice(1).replace(/["']$/, '')))
  })
  return problem
}

/** CSS text as a browser parses it: no comments, escapes decoded, compatibility characters folded, in lowercase. */
function readCss(text: string): string {
  return unescapeCss(text.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ''))
    .normalize('NFKC')
    .replaceAll('\0', '')
    .toLowerCase()
}

/** Decodes the escapes of CSS (CSS Syntax 4.3.7). */
function unescapeCss(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(
    /\\(?:([0-9a-fA-F]{1,6})[ \t\n\r\f]?|(\r\n|[\n\r\f])|([\s\S]))/g,
    (_, hex?: string, line?: string, other?: string) => {
      if (hex === undefined) return line === undefined ? (other ?? '') : ''
      const code = Number.parseInt(hex, 16)
      return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code)
    },
  )
}
