/** One CSS declaration, without `!important`. */
export interface Declaration {
  property: string
  value: string
  important: boolean
}

class CssRule {
  readonly selector: string
  /** Enclosing at-rules, outermost first; the same array for all rules of one block. */
  readonly around: readonly string[]
  /** Its declarations as written. */
  readonly source: string
  #declarations: readonly Declaration[] | undefined

  constructor(selector: string, around: readonly string[], source: string) {
    this.selector = selector
    this.around = around
    this.source = source
  }

  /** Parsed on demand; most rules never need them. */
  get declarations(): readonly Declaration[] {
    return (this.#declarations ??= readDeclarations(this.source))
  }
}

/** Contents of a style sheet, in order. `statements` are at-rules without a block, such as imports. */
export interface CssSheet {
  rules: readonly CssRule[]
  /** Preludes of all at-rules with a block, such as `@media (max-width:480px)`. */
  blocks: readonly string[]
  statements: readonly string[]
  hasComments: boolean
  /** A rule is nested in another one. */
  isNested: boolean
}

const maxRules = 20_000
/** Deeper nesting has no practical use. */
const maxDepth = 16

interface Open {
  prelude: string
  isAt: boolean
}

/** Parses a style sheet in one pass. Malformed CSS is parsed as far as possible. */
export function scanCss(source: string): CssSheet {
  const hasComments = source.includes('/*')
  const css = hasComments ? withoutComments(source) : source
  const rules: CssRule[] = []
  const blocks: string[] = []
  const statements: string[] = []
  const stack: Open[] = []
  let isNested = false
  let rulesOpen = 0
  let from = 0
  let around: readonly string[] = []
  const add = (selector: string, text: string) => {
    if (stack.length <= maxDepth && text.trim() !== '') rules.push(new CssRule(selector, around, text))
  }
  for (let at = 0; at < css.length && rules.length < maxRules; at++) {
    const code = css.charCodeAt(at)
    if (code === 0x22 || code === 0x27) at = endOfString(css, at)
    else if (code === 0x28) at = endOfBracket(css, at)
    else if (code === 0x7b) {
      const text = css.slice(from, at)
      // Declarations may precede a nested rule.
      const cut = rulesOpen > 0 ? text.lastIndexOf(';') : -1
      if (cut >= 0) add(stack.findLast((one) => !one.isAt)?.prelude ?? '', text.slice(0, cut))
      const prelude = text.slice(cut + 1).trim()
      const isAt = prelude.startsWith('@')
      if (isAt) blocks.push(prelude)
      else if (++rulesOpen > 1) isNested = true
      stack.push({ prelude, isAt })
      if (isAt) around = atRulesOf(stack)
      from = at + 1
    } else if (code === 0x7d) {
      const open = stack.pop()
      if (open !== undefined && !open.isAt) {
        rulesOpen--
        add(open.prelude, css.slice(from, at))
      } else if (open !== undefined) around = atRulesOf(stack)
      from = at + 1
    } else if (code === 0x3b && rulesOpen === 0) {
      const statement = css.slice(from, at).trim()
      if (statement.startsWith('@')) statements.push(statement)
      from = at + 1
    }
  }
  return { rules, blocks, statements, hasComments, isNested }
}

// Deeper levels are not distinguished.
function atRulesOf(stack: readonly Open[]): readonly string[] {
  return stack.slice(0, maxDepth + 1).flatMap(({ isAt, prelude }) => (isAt ? [prelude] : []))
}

/** Parses the declarations of a style attribute or of a rule. */
export function readDeclarations(css: string): Declaration[] {
  const found: Declaration[] = []
  let from = 0
  for (let at = 0; at <= css.length; at++) {
    const code = at === css.length ? 0x3b : css.charCodeAt(at)
    if (code === 0x22 || code === 0x27) at = endOfString(css, at)
    else if (code === 0x28) at = endOfBracket(css, at)
    else if (code === 0x3b) {
      const declaration = readDeclaration(css.slice(from, at))
      if (declaration !== undefined) found.push(declaration)
      from = at + 1
    }
  }
  return found
}

function readDeclaration(text: string): Declaration | undefined {
  const colon = text.indexOf(':')
  if (colon <= 0) return undefined
  const property = text.slice(0, colon).trim().toLowerCase()
  const whole = text.slice(colon + 1).trim()
  const mark = whole.lastIndexOf('!')
  const important =
    mark >= 0 &&
    whole
      .slice(mark + 1)
      .trim()
      .toLowerCase() === 'important'
  return { property, value: important ? whole.slice(0, mark).trimEnd() : whole, important }
}

function withoutComments(css: string): string {
  let out = ''
  let at = 0
  for (;;) {
    const open = css.indexOf('/*', at)
    if (open < 0) return out + css.slice(at)
    out += `${css.slice(at, open)} `
    const close = css.indexOf('*/', open + 2)
    if (close < 0) return out
    at = close + 2
  }
}

// An unclosed string ends at the end of its line (CSS Syntax 3, 4.3.5).
function endOfString(css: string, from: number): number {
  const quote = css.charCodeAt(from)
  for (let at = from + 1; at < css.length; at++) {
    const code = css.charCodeAt(at)
    if (code === 0x5c) at++
    else if (code === quote || code === 0x0a) return at
  }
  return css.length
}

// Brackets are one value, including `url(data:image/png;base64,…)`. An unclosed one ends with its block.
function endOfBracket(css: string, from: number): number {
  let depth = 0
  for (let at = from; at < css.length; at++) {
    const code = css.charCodeAt(at)
    if (code === 0x28) depth++
    else if (code === 0x22 || code === 0x27) at = endOfString(css, at)
    else if (code === 0x29 && --depth === 0) return at
    else if (code === 0x7b || code === 0x7d) return at - 1
  }
  return css.length
}
