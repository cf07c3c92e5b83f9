import { tokenTypes, tokenize } from 'css-tree/tokenizer'

export interface CssReading {
  /** The text is a declaration list, as in a style attribute. */
  isList?: boolean
  /** Comments that must stay. */
  keeps?(comment: string): boolean
}

// Comments that email builders read, such as Mailchimp's `/*@editable*/`, and the comment hack of old browsers.
const importantComment = /^\/\*!|@(?:editable|tab|section|style|theme|tip)\b|\\\*\/$/
// Maximum line length if the source has a line break (RFC 5322 2.1.1 allows 998).
const longLine = 500

/**
 * CSS with the same tokens in the same order: removes insignificant white space and comments, and the last semicolon.
 * Values are not rewritten. CSS with nested rules is returned unchanged.
 */
export function minifyCss(css: string, { isList = false, keeps = () => false }: CssReading = {}): string {
  const writer = new Writer(isList)
  tokenize(css, (type, start, end) => {
    const text = css.slice(start, end)
    if (type === tokenTypes.WhiteSpace) writer.space(text)
    else if (type !== tokenTypes.Comment) writer.token(type, text)
    else if (importantComment.test(text) || keeps(text) || !text.endsWith('*/')) writer.requiredComment(text)
    else writer.comment()
  })
  return writer.isNested ? css : writer.finish()
}

type Block = 'rules' | 'declarations'

const ruleBlocks = /^@(?:-[a-z]+-)?(?:media|supports|layer|container|document|keyframes|scope)$/i

class Writer {
  /** True for nested rules, which are not parsed. */
  isNested = false
  #out = ''
  #lineStart = 0
  // White space and comments since the last token.
  #space = ''
  #hadComment = false
  // True if the next token may follow without white space, whatever it is.
  #isLoose = true
  #semicolon = false
  // State of the current declaration or rule prelude: its at-rule, its tokens, its open brackets.
  #atRule = ''
  #count = 0
  #parens = 0
  readonly #blocks: Block[] = []

  constructor(isList: boolean) {
    if (isList) this.#blocks.push('declarations')
  }

  space(text: string): void {
    if (this.#space !== '\n') this.#space = /[\r\n]/.test(text) ? '\n' : ' '
  }

  comment(): void {
    this.#hadComment = true
  }

  requiredComment(text: string): void {
    this.#writeSemicolon()
    this.#write(text, { isTight: this.#count === 0 })
    this.#isLoose = this.#count === 0
  }

  token(type: number, text: string): void {
    if (type === tokenTypes.Semicolon && this.#parens === 0) return this.#endItem()
    if (type === tokenTypes.LeftCurlyBracket) return this.#open()
    if (type === tokenTypes.RightCurlyBracket) return this.#close()
    this.#writeSemicolon()
    if (this.#count === 0) this.#atRule = type === tokenTypes.AtKeyword ? text : ''
    this.#count++
    const isTight = this.#isTight(text)
    const isOpening = type === tokenTypes.Function || type === tokenTypes.LeftParenthesis
    this.#write(text, { isTight: isTight || text === ')' })
    this.#isLoose = isTight || isOpening
    if (isOpening) this.#parens++
    else if (text === ')') this.#parens = Math.max(0, this.#parens - 1)
  }

  finish(): string {
    return this.#out
  }

  // True if white space around the token is insignificant.
  #isTight(text: string): boolean {
    const isDeclaration = this.#blocks.at(-1) === 'declarations'
    switch (text) {
      case ',':
        return true
      case ':':
        return isDeclaration ? this.#count === 2 : this.#atRule !== '' && this.#parens > 0
      case '!':
        return isDeclaration
      case '>':
        return !isDeclaration && this.#parens === 0 && this.#atRule === ''
      default:
        return false
    }
  }

  #endItem(): void {
    this.#space = ''
    if (this.#count > 0) this.#semicolon = true
    this.#startItem()
  }

  #open(): void {
    if (this.#blocks.at(-1) === 'declarations') this.isNested = true
    this.#writeSemicolon()
    this.#blocks.push(ruleBlocks.test(this.#atRule) ? 'rules' : 'declarations')
    this.#write('{', { isTight: true })
    this.#startItem()
  }

  #close(): void {
    this.#semicolon = false
    this.#blocks.pop()
    this.#write('}', { isTight: true })
    this.#startItem()
  }

  #startItem(): void {
    this.#isLoose = true
    this.#count = 0
    this.#atRule = ''
    this.#parens = 0
  }

  #writeSemicolon(): void {
    if (this.#semicolon) this.#out += ';'
    this.#semicolon = false
  }

  #write(text: string, { isTight }: { isTight: boolean }): void {
    const isLong = this.#out.length - this.#lineStart > longLine && this.#out.endsWith('}')
    if (this.#space === '\n' && isLong) this.#breakLine()
    else if (!isTight && !this.#isLoose) {
      // Without the comment two words would become one.
      this.#out += this.#space === '' && this.#hadComment ? '/**/' : this.#space === '' ? '' : ' '
    }
    this.#out += text
    this.#space = ''
    this.#hadComment = false
  }

  #breakLine(): void {
    this.#out += '\n'
    this.#lineStart = this.#out.length
  }
}
