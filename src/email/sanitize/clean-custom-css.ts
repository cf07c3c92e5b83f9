import type { Atrule, CssNode, Declaration, List, SelectorList } from 'css-tree'
import generate from 'css-tree/generator'
import parse from 'css-tree/parser'
import { ident } from 'css-tree/utils'
import walk from 'css-tree/walker'

export interface CleanedCustomCss {
  css: string
  /** Descriptions of the first removed parts. */
  dropped: string[]
}

const maxReported = 20

/**
 * Reduces a host's style sheet for the editor to appearance: known properties, no URLs, no positioning over other elements,
 * no selector that reads user input; only rules with a class hide or resize. The output is generated from the parsed sheet,
 * and sanitizing it again must not change it; otherwise it is empty.
 */
export function cleanCustomCss(source: string): CleanedCustomCss {
  const dropped: string[] = []
  const css = cleanOnce(source, (what) => void (dropped.length < maxReported && dropped.push(what)))
  const isStable = css === '' || cleanOnce(css, () => undefined) === css
  return isStable ? { css, dropped } : { css: '', dropped: ['the whole style sheet: it does not parse consistently'] }
}

type Drop = (what: string) => void

function cleanOnce(source: string, drop: Drop): string {
  forgetEarlierSheets(source.length)
  const sheet = parse(source, { parseCustomProperty: true, onParseError: () => undefined })
  if (sheet.type !== 'StyleSheet') return ''
  cleanList(sheet.children, drop)
  return generate(sheet)
}

// css-tree 3.2.1 reuses its token list between parses: a bracket of an earlier sheet at the offset after the text's last
// character counts as one of this text. It then matches brackets wrongly and may loop forever.
function forgetEarlierSheets(length: number): void {
  parse(';'.repeat(length + 1), { context: 'declarationList' })
}

/** Removes forbidden rules and declarations from a block or sheet. */
function cleanList(nodes: List<CssNode>, drop: Drop, mayHide = true): void {
  nodes.forEach((node, item) => {
    const fault = faultOf(node, mayHide)
    if (fault !== undefined) {
      drop(fault)
      nodes.remove(item)
      return
    }
    if ((node.type === 'Rule' || node.type === 'Atrule') && node.block !== null) {
      const isNamed = node.type === 'Rule' && node.prelude.type === 'SelectorList' && namesSubjects(node.prelude)
      cleanList(node.block.children, drop, node.type === 'Rule' ? isNamed : mayHide)
      if (node.block.children.isEmpty) nodes.remove(item)
    }
  })
}

/** The reason to remove a node, ignoring the content of rules; undefined if it is allowed. */
function faultOf(node: CssNode, mayHide: boolean): string | undefined {
  switch (node.type) {
    case 'Rule':
      return node.prelude.type === 'SelectorList' ? faultOfSelector(node.prelude) : 'a selector that cannot be parsed'
    case 'Atrule':
      return faultOfAtRule(node)
    case 'Declaration':
      return faultOfDeclaration(node, mayHide)
    default:
      return node.type === 'Comment' ? 'a comment' : 'malformed CSS'
  }
}

function faultOfAtRule({ name, prelude, block }: Atrule): string | undefined {
  if (!isAllowedAtRule(plain(name))) return `@${plain(name)}`
  if (prelude !== null && has(prelude, isUnreadable)) return `@${plain(name)} with a condition that cannot be parsed`
  return block === null ? `@${plain(name)} without a block` : undefined
}

function faultOfSelector(selectors: SelectorList): string | undefined {
  if (has(selectors, isUnreadable)) return 'a selector that cannot be parsed'
  const isSpying = has(
    selectors,
    (node) => node.type === 'AttributeSelector' && isSecretAttribute(plain(node.name.name)),
  )
  return isSpying ? 'a selector that can read user input' : undefined
}

// Other selectors match controls that the host does not know, such as all of them.
function namesSubjects({ children }: SelectorList): boolean {
  return children.toArray().every(namesSubject)
}

function namesSubject(selector: CssNode): boolean {
  if (selector.type !== 'Selector') return false
  const nodes = selector.children.toArray()
  const subject = nodes.slice(nodes.findLastIndex(({ type }) => type === 'Combinator') + 1)
  return subject.some(
    ({ type, ...node }) =>
      type === 'ClassSelector' ||
      type === 'NestingSelector' ||
      (type === 'PseudoClassSelector' && 'name' in node && node.name === 'root'),
  )
}

function faultOfDeclaration({ property, value }: Declaration, mayHide: boolean): string | undefined {
  const name = plain(property)
  if (!mayHide && hiding.test(name)) return `${name} in a rule without a class`
  if (!isAllowedProperty(name) || (name === 'display' && !isAllowedDisplay(generate(value)))) return name
  if (value.type !== 'Value') return `${name} with a value that cannot be parsed`
  const isForeign = (node: CssNode) =>
    isUnreadable(node) || (node.type === 'Function' && !isAllowedFunction(plain(node.name)))
  return has(value, isForeign) ? `${name} with a URL or a function` : undefined
}

// A browser may parse text that this parser rejects; URLs lead out of the editor.
function isUnreadable(node: CssNode): boolean {
  return node.type === 'Raw' || node.type === 'Url' || (node.type === 'String' && node.value.includes('<'))
}

function has(within: CssNode, test: (node: CssNode) => boolean): boolean {
  return walk.find(within, test) !== null
}

/** A name in lowercase with its escapes decoded. */
function plain(name: string): string {
  return ident.decode(name).toLowerCase()
}

/** Allowlists for a host's style sheet in the editor, so that new browser features are not allowed automatically. */

const side = '(-(top|right|bottom|left|block|block-start|block-end|inline|inline-start|inline-end))?'

const properties = new RegExp(
  `^(${[
    '--svc-[\\w-]+',
    'color',
    'color-scheme',
    'accent-color',
    'caret-color',
    'background(-color|-image)?',
    `border${side}(-(color|style|width))?`,
    'border(-(top|bottom)-(left|right)|-(start|end)-(start|end))?-radius',
    'box-shadow',
    'text-shadow',
    'font(-(family|size|weight|style|variant|stretch|variant-numeric|feature-settings))?',
    'line-height',
    'letter-spacing',
    'word-spacing',
    'text-(align|transform|decoration|decoration-color|decoration-line|decoration-style|indent|overflow)',
    'white-space',
    `padding${side}`,
    `margin${side}`,
    '(row-|column-)?gap',
    '(min-|max-)?(width|height|inline-size|block-size)',
    'display',
    'align-(items|content|self)',
    'justify-(items|content|self)',
    'opacity',
    'outline(-(color|style|width|offset))?',
    'fill',
    'stroke(-width)?',
    'cursor',
    'transition(-(property|duration|timing-function|delay))?',
  ].join('|')})$`,
)

/** Properties that make everything disappear in a rule that matches everything. */
const hiding = /^(display|opacity|((min|max)-)?(width|height|inline-size|block-size))$/

const displays = /^(none|block|flex|grid|inline|inline-block|inline-flex|inline-grid|contents)(!important)?$/

function isAllowedProperty(name: string): boolean {
  return properties.test(name)
}

/** True for `display` values that do not move elements elsewhere. */
function isAllowedDisplay(value: string): boolean {
  return displays.test(value.trim().toLowerCase())
}

const functions = new RegExp(
  '^(var|calc|min|max|clamp|rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|cubic-bezier|steps|linear|' +
    '(repeating-)?(linear|radial|conic)-gradient)$',
)

/** True for functions that compute a value; false for those that fetch or read. */
function isAllowedFunction(name: string): boolean {
  return functions.test(name)
}

/** True for at-rules that query the environment. */
function isAllowedAtRule(name: string): boolean {
  return ['media', 'supports', 'layer', 'container'].includes(name)
}

/** Attributes that contain user input or data of the service. */
function isSecretAttribute(name: string): boolean {
  return ['value', 'content', 'src', 'srcdoc', 'href', 'action'].includes(name)
}
