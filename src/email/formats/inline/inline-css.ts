import { type InitInput, initWasm, inline } from '@css-inline/css-inline-wasm'
import { splitPage } from '../split-page.ts'
import { hideTags } from '../tags/hide-tags.ts'
import { type Declaration, splitDeclarations, mergeStyles } from './merge-styles.ts'
import { readSkeleton, stylesOf } from './skeleton.ts'

/** Writes style sheets into the style attributes of the elements they name; undefined for a page too large or too deep. */
export type InlineCss = (html: string, css?: string) => string | undefined

// Its matcher follows the tree by recursion, and a page of this depth is far from the end of its stack.
const maxDepth = 400
const maxElements = 20_000

/**
 * Prepares inlining with the bytes of the matcher, css-inline's WebAssembly module; a second call keeps the first module.
 *
 * Then: what the style elements and `css` say of an element goes into its style attribute, before what stands there, and
 * nothing else changes by a byte. Style elements stay, for what no attribute can say: media queries, `:hover`, dark mode;
 * `css` joins them. Tags of ESPs, conditional comments and what is in them are not touched; nothing is fetched.
 */
export async function createInliner(wasm: Uint8Array<ArrayBuffer>): Promise<InlineCss> {
  // Its types do not know the form that it requests.
  const module: object = { module_or_path: wasm }
  await (initialized ??= initWasm(module as InitInput))
  return inlineCss
}

let initialized: Promise<void> | undefined

// The module is handed everything, and must look for nothing.
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

// The quotes of the source stay, since a tag in the style may hold the other ones.
function attributeText(style: string, quote: string): string {
  const other = quote === '"' ? "'" : '"'
  const quoted = style.includes(other) ? style : style.replaceAll(quote, other)
  return quoted.replaceAll('&', '&amp;').replaceAll(quote, quote === '"' ? '&quot;' : '&#39;')
}
