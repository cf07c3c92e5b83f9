import { type Token, Tokenizer } from 'parse5'
import { rawElements } from '../raw-elements.ts'

/** An element of the source to which rules may apply. */
export interface StyledElement {
  /** Where an attribute can be added. */
  end: number
  /** The range and value of its style attribute. */
  style?: { start: number; end: number; value: string; quote: string }
}

/** What selectors need to know of a page, and where its elements are in the source. */
export interface Skeleton {
  html: string
  /** The style sheets in it, together. */
  sheets: string
  elements: StyledElement[]
  /** An upper bound of how deep elements are in each other. */
  depth: number
}

const voids = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const mark = 'data-svc-n'

/**
 * A page reduced to its tags and style sheets, each element marked with its number: a fraction of the text for the matcher
 * to read, and nothing in it that could be fetched or run. Style elements for other media than screens stay out.
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
      // For :empty, one letter is as good as any text.
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

/** The declarations that rules gave to the marked elements, by their number. */
export function stylesOf(html: string): Map<number, string> {
  const styles = new Map<number, string>()
  const tokenizer = new Tokenizer(
    {},
    {
      onStartTag({ attrs }) {
        const number = attrs.find(({ name }) => name === mark)?.value
        const style = attrs.find(({ name }) => name === 'style')?.value
        // Misnested formatting repeats an element; the first has the position in the source.
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
