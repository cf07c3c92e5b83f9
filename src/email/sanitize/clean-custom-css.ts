import type { Atrule, CssNode, Declaration, List, SelectorList } from 'css-tree'
import generate from 'css-tree/generator'
import parse from 'css-tree/parser'
import { ident } from 'css-tree/utils'
import walk from 'css-tree/walker'

/** A host's style sheet as the editor may use it. */
export interface CleanedCustomCss {
  css: string
  /** What was left out, in words; the first so many. */
  dropped: string[]
}

const maxReported = 20

/**
 * Cuts a host's style sheet for the editor down to what changes its looks: known properties, no addresses, nothing that
 * positions over other things, no selector that reads what people type. What comes out is written anew from what was
 * understood, and cleaning it again changes nothing; where that does not hold, nothing comes out.
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

// css-tree 3.2.1 keeps its list of tokens between parses and takes a bracket that an earlier sheet left at the place
// beyond the text's last character for one of this text: it then pairs wrongly, and may never end.
function forgetEarlierSheets(length: number): void {
  parse(';'.repeat(length + 1), { context: 'declarationList' })
}

/** Leaves rules and declarations of a block or sheet that may stay. */
function cleanList(nodes: List<CssNode>, drop: Drop): void {
  nodes.forEach((node, item) => {
    const fault = faultOf(node)
    if (fault !== undefined) {
      drop(fault)
      nodes.remove(item)
      return
    }
    if ((node.type === 'Rule' || node.type === 'Atrule') && node.block !== null) {
      cleanList(node.block.children, drop)
      if (node.block.children.isEmpty) nodes.remove(item)
    }
  })
}

/** What is wrong with a node, its insides of rules aside; undefined when it may stay. */
function faultOf(node: CssNode): string | undefined {
  switch (node.type) {
    case 'Rule':
      return node.prelude.type === 'SelectorList' ? faultOfSelector(node.prelude) : 'a selector that cannot be parsed'
    case 'Atrule':
      return faultOfAtRule(node)
    case 'Declaration':
      return faultOfDeclaration(node)
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

function faultOfDeclaration({ property, value }: Declaration): string | undefined {
  const name = plain(property)
  if (!isAllowedProperty(name) || (name === 'display' && !isAllowedDisplay(generate(value)))) return name
  if (value.type !== 'Value') return `${name} with a value that cannot be parsed`
  const isForeign = (node: CssNode) =>
    isUnreadable(node) || (node.type === 'Function' && !isAllowedFunction(plain(node.name)))
  return has(value, isForeign) ? `${name} with a URL or a function` : undefined
}

// Text that was not understood may be understood by a browser; addresses lead out of the editor.
function isUnreadable(node: CssNode): boolean {
  return node.type === 'Raw' || node.type === 'Url' || (node.type === 'String' && node.value.includes('<'))
}

function has(within: CssNode, test: (node: CssNode) => boolean): boolean {
  return walk.find(within, test) !== null
}

/** A name without escapes, in small letters. */
function plain(name: string): string {
  return ident.decode(name).toLowerCase()
}

/** What a host's style sheet for the editor may use. Lists of what is allowed, so that what browsers learn next is not. */

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

const displays = /^(none|block|flex|grid|inline|inline-block|inline-flex|inline-grid|contents)(!important)?$/

/** True if a property may be set. */
function isAllowedProperty(name: string): boolean {
  return properties.test(name)
}

/** True if `display` may be that: what leaves things where they are. */
function isAllowedDisplay(value: string): boolean {
  return displays.test(value.trim().toLowerCase())
}

const functions = new RegExp(
  '^(var|calc|min|max|clamp|rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|cubic-bezier|steps|linear|' +
    '(repeating-)?(linear|radial|conic)-gradient)$',
)

/** True if a value may use a function: those that compute, none that fetch or read. */
function isAllowedFunction(name: string): boolean {
  return functions.test(name)
}

/** True for at-rules that query the environment. */
function isAllowedAtRule(name: string): boolean {
  return ['media', 'supports', 'layer', 'container'].includes(name)
}

/** Attributes that hold what people type or what the service wrote into the page. */
function isSecretAttribute(name: string): boolean {
  return ['value', 'content', 'src', 'srcdoc', 'href', 'action'].includes(name)
}
