/** Declarations by lowercase property name; the last one wins. */
export type Declarations = Readonly<Record<string, string>>

/** An element for selector matching. */
export interface Styled {
  name: string
  classes: readonly string[]
}

interface Compound {
  name: string | undefined
  classes: readonly string[]
}

interface Rule {
  /** Outermost first; the last is the element itself. */
  chain: readonly Compound[]
  specificity: number
  declarations: Declarations
}

const maxRules = 500

/**
 * The rules of mj-style that can be applied to texts of a document: descendant selectors of elements and classes. All others
 * stay in the style sheet only.
 */
export class StyleRules {
  /** Classes that a media query for phones hides. */
  readonly hiddenOnPhones = new Set<string>()
  /** Classes that are hidden except on phones. */
  readonly hiddenOnDesktops = new Set<string>()
  /** Phone declarations of generated classes, by class name. */
  readonly onPhones = new Map<string, Declarations>()
  private readonly rules: Rule[] = []

  add(css: string): void {
    for (const { selector, body, media } of blocksOf(withoutComments(css))) {
      if (media === undefined) this.addRule(selector, readDeclarations(body))
      else if (/max-width/i.test(media)) this.addPhoneRule(selector, readDeclarations(body))
    }
  }

  private addRule(selectors: string, declarations: Declarations): void {
    for (const selector of selectors.split(',')) {
      const chain = readSelector(selector)
      if (chain === undefined || this.rules.length >= maxRules) continue
      const specificity = chain.reduce(
        (sum, one) => sum + one.classes.length * 100 + (one.name === undefined ? 0 : 1),
        0,
      )
      this.rules.push({ chain, specificity, declarations })
    }
  }

  private addPhoneRule(selectors: string, declarations: Declarations): void {
    const { display } = declarations
    const own = ownName.exec(selectors)?.[1]
    if (own !== undefined && display === undefined) {
      this.onPhones.set(own, { ...this.onPhones.get(own), ...declarations })
      return
    }
    for (const selector of selectors.split(',')) {
      const name = /^\s*(?:div|td|tr|table)?\.([A-Za-z][\w-]*)\s*$/.exec(selector)?.[1]
      if (name === undefined || display === undefined) continue
      if (display.startsWith('none')) this.hiddenOnPhones.add(name)
      else if (this.declared([{ name: 'td', classes: [name] }])['display']?.startsWith('none')) {
        this.hiddenOnDesktops.add(name)
      }
    }
  }

  /** Declarations for an element; `path` contains its ancestors and itself, outermost first. */
  declared(path: readonly Styled[]): Declarations {
    const found = this.rules.filter((rule) => matches(rule.chain, path))
    if (found.length === 0) return nothing
    // The sort is stable: of rules with equal specificity the later one wins.
    found.sort((one, other) => one.specificity - other.specificity)
    return Object.assign({}, ...found.map((rule) => rule.declarations)) as Declarations
  }
}

const nothing: Declarations = {}

const ownName = /^\.(phone-\d{1,4})(?![\w-])/
// Braces are optional here and below, so that text without them is scanned once, and not again for each possible start of a
// rule.
const ownRules = /\.phone-\d{1,4}(?![\w-])[^{}]*(\{[^{}]*\})?/g
const mediaRules = /@media([^{}]*)(?:\{((?:[^{}]*\{[^{}]*\})*)\s*(\}?))?/gi

/** Removes generated phone rules, which nodes express themselves. */
export function withoutPhoneRules(css: string): string {
  if (!css.includes('.phone-')) return css
  return css.replace(mediaRules, (all: string, query: string, rules = '', end = '') => {
    if (end === '' || !/max-width/i.test(query)) return all
    const others = rules.replace(ownRules, (rule: string, block?: string) => (block === undefined ? rule : ''))
    return others === rules ? all : others.trim() === '' ? '' : all.replace(rules, () => others)
  })
}

/** Parses the declarations of a style attribute or rule. */
export function readDeclarations(css: string): Declarations {
  const out: Record<string, string> = {}
  for (const declaration of splitOutside(css)) {
    const colon = declaration.indexOf(':')
    if (colon <= 0) continue
    const value = declaration
      .slice(colon + 1)
      .replace(/!\s*important\s*$/i, '')
      .trim()
    out[declaration.slice(0, colon).trim().toLowerCase()] = value
  }
  return out
}

// Splits at semicolons outside brackets: URLs may contain them.
function splitOutside(css: string): string[] {
  const parts: string[] = []
  let from = 0
  let depth = 0
  for (let at = 0; at < css.length; at++) {
    const char = css[at]
    if (char === '(') depth++
    else if (char === ')') depth = Math.max(0, depth - 1)
    else if (char === ';' && depth === 0) {
      parts.push(css.slice(from, at))
      from = at + 1
    }
  }
  parts.push(css.slice(from))
  return parts
}

function matches(chain: readonly Compound[], path: readonly Styled[]): boolean {
  let at = path.length - 1
  for (let index = chain.length - 1; index >= 0; index--) {
    const wanted = chain[index] as Compound
    if (index === chain.length - 1) {
      if (!isAlike(wanted, path[at])) return false
      at--
      continue
    }
    while (at >= 0 && !isAlike(wanted, path[at])) at--
    if (at < 0) return false
    at--
  }
  return true
}

function isAlike({ name, classes }: Compound, element: Styled | undefined): boolean {
  if (element === undefined || (name !== undefined && name !== element.name)) return false
  return classes.every((one) => element.classes.includes(one))
}

function readSelector(selector: string): Compound[] | undefined {
  if (selector.length > 300) return undefined
  const words = selector.trim().split(/\s*>\s*|\s+/)
  const chain: Compound[] = []
  for (const word of words) {
    const match = /^([a-z][a-z0-9-]*|\*)?((?:\.[A-Za-z_][\w-]*)*)$/i.exec(word)
    if (word === '' || match === null) return undefined
    const name = match[1] === undefined || match[1] === '*' ? undefined : match[1].toLowerCase()
    chain.push({ name, classes: (match[2] ?? '').split('.').filter((one) => one !== '') })
  }
  return chain.length === 0 || chain.length > 8 ? undefined : chain
}

function withoutComments(css: string): string {
  let out = ''
  let at = 0
  for (;;) {
    const open = css.indexOf('/*', at)
    if (open < 0) return out + css.slice(at)
    out += css.slice(at, open)
    const close = css.indexOf('*/', open + 2)
    if (close < 0) return out
    at = close + 2
  }
}

interface CssBlock {
  selector: string
  body: string
  media: string | undefined
}

// One pass: rules at the top level and inside one level of at-rules.
function* blocksOf(css: string): Generator<CssBlock> {
  let media: string | undefined
  let at = 0
  while (at < css.length) {
    const open = css.indexOf('{', at)
    const end = css.indexOf('}', at)
    if (end >= 0 && (open < 0 || end < open)) {
      media = undefined
      at = end + 1
      continue
    }
    if (open < 0) return
    const selector = css
      .slice(at, open)
      .replace(/@(?:import|charset)[^;]*(;|$)/gi, (all, end: string) => (end === '' ? all : ''))
      .trim()
    at = open + 1
    if (selector.startsWith('@')) {
      media = selector
      continue
    }
    const close = css.indexOf('}', at)
    const stop = close < 0 ? css.length : close
    yield { selector, body: css.slice(at, stop), media }
    at = stop + 1
  }
}
