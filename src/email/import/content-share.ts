import { type Element, type Node, type Text, walkElements } from './tree/dom.ts'
import type { Cascade } from './css/cascade.ts'
import { minVisibleSize, readLength } from './css/values.ts'
import { uploadUrlOf } from './upload-url.ts'
import { type ExtractedTag, holdsTag, restoreTags, splitTags, writeTags } from './tags/extracted.ts'

/** Visible content of an email, counted. */
export interface Contents {
  words: Map<string, number>
  links: Set<string>
  images: Set<string>
}

export function emptyContents(): Contents {
  return { words: new Map(), links: new Set(), images: new Set() }
}

/** Counts the words of a text, ignoring punctuation, case and joining characters. */
export function countWords(text: string, into: Map<string, number>): void {
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) into.set(word, (into.get(word) ?? 0) + 1)
}

export function contentsOfTree(body: Element, cascade: Cascade, tags: readonly ExtractedTag[]): Contents {
  const contents = emptyContents()
  const isHidden = (element: Element) => {
    const css = cascade.styleOf(element)
    return css.base['display'] === 'none' && (css.narrow?.['display'] ?? 'none') === 'none'
  }
  walkElements(body, (element) => {
    if (isHidden(element)) return false
    const { name, attributes } = element
    const isEmpty = element.children.length === 0
    if (name === 'a' && !isEmpty && (attributes['href'] ?? '').trim() !== '')
      contents.links.add(formsOf(attributes['href'] ?? '', tags))
    if (name === 'img' && (attributes['src'] ?? '') !== '')
      contents.images.add(imageForms(attributes['src'] ?? '', tags))
    return true
  })
  // Such as figures above their names, or the links of a menu.
  const isApart = (element: Element) => isSpaced(cascade.styleOf(element).base)
  const isShown = (text: Text) => !isTiny(text.parent, cascade)
  countWords(shownText(body, isHidden, isApart, isShown).replace(/\uf8f0[\ue000-\uefff]{2}/g, ' '), contents.words)
  return contents
}

/** True if the nearest font size is that of text which nobody sees. */
function isTiny(element: Element | undefined, cascade: Cascade): boolean {
  for (let at = element; at !== undefined; at = at.parent) {
    const size = cascade.styleOf(at).base['font-size']
    if (size !== undefined) return (readLength(size) ?? minVisibleSize) < minVisibleSize
  }
  return false
}

/** True if its text does not touch that beside it. */
function isSpaced(css: Readonly<Record<string, string>>): boolean {
  if ((css['display'] ?? 'inline') !== 'inline') return true
  return ['margin-left', 'margin-right', 'padding-left', 'padding-right'].some(
    (name) => (readLength(css[name]) ?? 0) > 0,
  )
}

/** Separates alternative forms of one URL. */
export const orElse = '\0'

// A URL with tags may be in a document as merge tags, as a role, or unchanged.
function formsOf(raw: string, tags: readonly ExtractedTag[]): string {
  const source = tidy(restoreTags(raw, tags))
  if (!holdsTag(raw)) return source
  const [only, more] = splitTags(raw.trim(), tags)
  if (more === undefined && typeof only === 'object' && only.kind === 'role')
    return `"role":"${only.role}"${orElse}${source}`
  const written = writeTags(tidy(raw), tags)
  return written === undefined || written === source ? source : written + orElse + source
}

// An image without a URL that works in an inbox has another one in the document.
function imageForms(raw: string, tags: readonly ExtractedTag[]): string {
  const url = holdsTag(raw) ? undefined : uploadUrlOf(tidy(raw))
  return url === undefined ? formsOf(raw, tags) : url + orElse + formsOf(raw, tags)
}

const inLine = new Set(
  'a abbr b bdi bdo big cite code em font i ins kbd label mark q s samp small span strike strong sub sup tt u var wbr del'.split(
    ' ',
  ),
)

/** The text of a tree, with a space at each line end and around elements that CSS sets apart. */
export function shownText(
  root: Element,
  isHidden: (element: Element) => boolean,
  isApart: (element: Element) => boolean = () => false,
  isShown: (text: Text) => boolean = () => true,
): string {
  let out = ''
  const stack: (Node | ' ')[] = [root]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next === ' ') out += ' '
    else if (next.kind === 'text') out += isShown(next) ? next.text : ''
    else if (next.name !== 'head' && next.name !== 'title' && !isHidden(next)) {
      const parts = !inLine.has(next.name) || isApart(next)
      if (parts) stack.push(' ')
      for (let index = next.children.length - 1; index >= 0; index--) stack.push(next.children[index] as Node)
      if (parts) out += ' '
    }
  }
  return out
}

function tidy(address: string): string {
  return address.trim().replace(/[\t\n\r]+\s*/g, '')
}

/**
 * The fraction of `wanted` contained in `found`, from 0 to 1; 1 if nothing is wanted. Words that are in `shown` more often
 * than wanted count as wanted, too: text that stands twice is not text that was kept.
 */
export function shareOfWords(
  wanted: ReadonlyMap<string, number>,
  found: ReadonlyMap<string, number>,
  shown: ReadonlyMap<string, number> = new Map(),
): number {
  let all = 0
  let matched = 0
  for (const [word, count] of wanted) {
    all += Math.max(count, shown.get(word) ?? 0)
    matched += Math.min(count, found.get(word) ?? 0)
  }
  return all === 0 ? 1 : matched / all
}

/** As shareOfWords, for sets. */
export function shareOf(wanted: ReadonlySet<string>, isFound: (one: string) => boolean): number {
  if (wanted.size === 0) return 1
  let matched = 0
  for (const one of wanted) if (isFound(one)) matched++
  return matched / wanted.size
}
