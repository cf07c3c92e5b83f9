import { type Token, Tokenizer } from 'parse5'
import { rawElements } from '../raw-elements.ts'

/** An element of the source to which rules may apply. */
export interface StyledElement {
  /** Offset at which an attribute can be inserted. */
  end: number
  /** Range and value of its style attribute. */
  style?: { start: number; end: number; value: string; quote: string }
}

/** The parts of a page that selectors require, with the source ranges of its elements. */
export interface Skeleton {
  html: string
  /** Concatenated style sheets. */
  sheets: string
  elements: StyledElement[]
  /** Upper bound of the nesting depth. */
  depth: number
}

const voids = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const mark = 'data-svc-n'

/**
 * Reduces a page to its tags and style sheets, with each element numbered: a fraction of the text for css-inline to
 * parse, without anything that could be fetched or run. Style elements for other media than screens are omitted.
 */
export function readSkeleton(source: string): Skeleton {
  const skeleton: Skeleton = { html: '', sheets: '', elements: [], depth: 0 }
  let sheetStart = -1
  let isRaw = false
  let hadText = false
  let open = 0
  const tokenizer: Tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        const state = rawElements[token.tagName]
        if (state !== undefined) tokenizer.state = state
        isRaw = state !== undefined
        hadText = false
        if (!voids.has(token.tagName)) skeleton.depth = Math.max(skeleton.depth, ++open)
        if (token.tagName === 'style') sheetStart = isForScreens(token) ? (token.location?.endOffset ?? -1) : -1
        if (!isRaw && token.location) skeleton.html += openTag(source, token, token.location, skeleton.elements)
      },
      onEndTag({ tagName, location }) {
        if (!isRaw) skeleton.html += `</${tagName}>`
        else if (tagName === 'style' && sheetStart >= 0 && location) {
          const sheet = source.slice(sheetStart, location.startOffset)
          skeleton.sheets += sheet
          skeleton.html += `<style>${sheet}</style>`
        }
        isRaw = false
        hadText = false
        open = Math.max(0, open - 1)
      },
      // A single letter is enough for :empty.
      onCharacter() {
        if (!isRaw && !hadText) skeleton.html += 'x'
        hadText = true
      },
      onComment: ignore,
      onDoctype: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
      onEof: ignore,
    },
  )
  tokenizer.write(source, true)
  return skeleton
}

/** Declarations from rules, by element number. */
export function stylesOf(html: string): Map<number, string> {
  const styles = new Map<number, string>()
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag({ attrs }) {
        const number = attrs.find(({ name }) => name === mark)?.value
        const style = attrs.find(({ name }) => name === 'style')?.value
        // The parser repeats misnested formatting elements; the first one has the position in the source.
        if (number !== undefined && style !== undefined && !styles.has(Number(number)))
          styles.set(Number(number), style)
      },
      onEndTag: ignore,
      onCharacter: ignore,
      onComment: ignore,
      onDoctype: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
      onEof: ignore,
    },
  )
  tokenizer.write(html, true)
  return styles
}

function openTag(
  source: string,
  { attrs, tagName }: Token.TagToken,
  { startOffset, endOffset, attrs: places }: Token.LocationWithAttributes,
  elements: StyledElement[],
): string {
  const place = places?.['style']
  const value = attrs.find(({ name }) => name === 'style')?.value
  const tag = source.slice(startOffset, endOffset)
  const close = tag.endsWith('>') ? tag.replace(/\/?>$/, '').trimEnd().length : tag.length
  const element: StyledElement = { end: startOffset + close }
  if (place !== undefined && value !== undefined) {
    const { startOffset: start, endOffset: end } = place
    element.style = { start, end, value, quote: source[end - 1] === "'" ? "'" : '"' }
  }
  elements.push(element)
  const others = attrs.filter(({ name }) => name !== 'style' && name !== mark)
  const written = others.map(({ name, value: text }) => ` ${name}="${escape(text)}"`).join('')
  return `<${tagName} ${mark}="${elements.length - 1}"${written}>`
}

function isForScreens({ attrs }: Token.TagToken): boolean {
  const media =
    attrs
      .find(({ name }) => name === 'media')
      ?.value.trim()
      .toLowerCase() ?? ''
  return media === '' || media === 'all' || media === 'screen'
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

function ignore(): void {}
