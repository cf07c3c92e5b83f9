import { type InitInput, initWasm, inline } from '@css-inline/css-inline-wasm'
import { splitPage } from '../split-page.ts'
import { hideTags } from '../tags/hide-tags.ts'
import { readSkeleton, stylesOf } from './skeleton.ts'
import { tokenTypes, tokenize } from 'css-tree/tokenizer'
import { minifyCss } from '../minify/minify-css.ts'

/** Writes style sheets into style attributes; undefined for a page that is too large or too deep. */
export type InlineCss = (html: string, css?: string) => string | undefined

// css-inline traverses the tree recursively; this depth is far below the end of its stack.
const maxDepth = 400
const maxElements = 20_000

/**
 * Loads css-inline's WebAssembly module from its bytes; later calls use the first module.
 *
 * The inliner writes declarations of the style elements and of `css` into style attributes, before the existing ones;
 * everything else stays byte for byte. Style elements stay, for media queries, `:hover` and dark mode; `css` is added
 * to them. Tags of ESPs and conditional comments with their content are not changed; nothing is fetched.
 */
export async function createInliner(wasm: Uint8Array<ArrayBuffer>): Promise<InlineCss> {
  // The type declarations of the package lack this form of the argument.
  const module: object = { module_or_path: wasm }
  await (initialized ??= initWasm(module as InitInput))
  return inlineCss
}

let initialized: Promise<void> | undefined

// All style sheets are passed in; the module must not fetch any.
const options = { loadRemoteStylesheets: false, keepStyleTags: false, inlineStyleTags: true, keepLinkTags: false }

function inlineCss(html: string, css?: string): string | undefined {
  const hidden = hideTags(addSheet(html, css))
  const skeleton = readSkeleton(hidden.text)
  if (skeleton.sheets === '') return hidden.restore(hidden.text)
  if (skeleton.depth > maxDepth || skeleton.elements.length > maxElements) return undefined
  const styles = stylesOf(inline(skeleton.html, options))
  const lists = new Map<string, Declaration[]>()
  const split = (list: string) => lists.get(list) ?? cache(lists, list)
  let out = ''
  let at = 0
  skeleton.elements.forEach((element, index) => {
    const rules = styles.get(index)
    if (rules === undefined || rules === '') return
    const { value, start, end, quote } = element.style ?? {
      value: '',
      start: element.end,
      end: element.end,
      quote: '"',
    }
    const style = attributeText(mergeStyles(quote === "'" ? rules.replaceAll("'", '"') : rules, value, split), quote)
    out += `${hidden.text.slice(at, start)}${element.style === undefined ? ' ' : ''}style=${quote}${style}${quote}`
    at = end
  })
  return hidden.restore(out + hidden.text.slice(at))
}

function cache(lists: Map<string, Declaration[]>, list: string): Declaration[] {
  const read = splitDeclarations(list)
  lists.set(list, read)
  return read
}

// At the end of the head, after the page's own styles; before a fragment.
function addSheet(html: string, css: string | undefined): string {
  if (css === undefined || css.trim() === '') return html
  const sheet = `<style>\n${css.replace(/<\/style/gi, '<\\/style')}\n</style>\n`
  const page = splitPage(html)
  if (page === undefined) return sheet + html
  const end = /<\/head\s*>\s*(?:<body[^<>]*>)?$/i.exec(html.slice(0, html.length - page.body.length))
  const at = end?.index ?? html.length - page.body.length
  return `${html.slice(0, at)}${sheet}${html.slice(at)}`
}

// The quotes of the source stay, because a tag in the style may contain the other ones.
function attributeText(style: string, quote: string): string {
  const other = quote === '"' ? "'" : '"'
  const quoted = style.includes(other) ? style : style.replaceAll(quote, other)
  return quoted.replaceAll('&', '&amp;').replaceAll(quote, quote === '"' ? '&quot;' : '&#39;')
}

/** May cache its result: elements share declarations. */
type SplitDeclarations = (list: string) => readonly Declaration[]

/**
 * Merged style attribute: declarations of rules, then the element's own, which win as the later ones. Overridden
 * declarations are dropped, in rules as well as own ones below an important rule; other own declarations keep their
 * text.
 */
function mergeStyles(rules: string, own: string, split: SplitDeclarations): string {
  const ownDeclarations = split(own)
  const overruled = new Set(ownDeclarations.map(({ name }) => name))
  const important = new Set(ownDeclarations.filter(({ isImportant }) => isImportant).map(({ name }) => name))
  const before: string[] = []
  const after: string[] = []
  const stronger = new Set<string>()
  for (const { name, text, isImportant } of split(rules)) {
    if (isImportant && !important.has(name)) {
      after.push(text)
      stronger.add(name)
    } else if (!isImportant && !overruled.has(name)) before.push(text)
  }
  const kept =
    stronger.size === 0
      ? own.trim().replace(/;$/, '')
      : ownDeclarations
          .filter(({ name }) => !stronger.has(name))
          .map(({ text }) => text)
          .join(';')
  return [...before, ...(kept === '' ? [] : [kept]), ...after].join(';')
}

/** A declaration; one that cannot be parsed, such as the tag of an ESP, has an empty name. */
interface Declaration {
  /** Lower case; may be empty. */
  name: string
  text: string
  isImportant: boolean
}

/** In order, without empty ones. */
function splitDeclarations(list: string): Declaration[] {
  const ends: number[] = []
  let depth = 0
  tokenize(list, (type, _, end) => {
    if (type === tokenTypes.LeftParenthesis || type === tokenTypes.Function) depth++
    else if (type === tokenTypes.RightParenthesis) depth = Math.max(0, depth - 1)
    else if (type === tokenTypes.Semicolon && depth === 0) ends.push(end)
  })
  const found: Declaration[] = []
  let at = 0
  for (const end of [...ends, list.length]) {
    const text = minifyCss(list.slice(at, end), { isList: true })
    at = end
    if (text === '') continue
    const colon = text.indexOf(':')
    const name = colon < 0 ? '' : text.slice(0, colon).trim().toLowerCase()
    found.push({ name, text, isImportant: /!\s*important\s*$/i.test(text) })
  }
  return found
}
