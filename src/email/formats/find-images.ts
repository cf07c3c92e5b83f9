import type { Token } from 'parse5'
import { readAttribute } from './attribute-text.ts'
import { type ImageRange, shiftRange, percentEncode } from './image-range.ts'
import { scanMarkup } from './scan-markup.ts'
import { tokenTypes, tokenize } from 'css-tree/tokenizer'
import { string as cssString, url as cssUrl } from 'css-tree/utils'

/** Elements whose `src` is an image. The v: ones are VML, which Outlook uses for backgrounds and buttons. */
const imageElements = new Set(['img', 'input', 'v:fill', 'v:image', 'v:imagedata'])

/**
 * Finds every image URL of an HTML text: src, srcset, poster and background attributes, url() in style attributes and
 * elements, VML, also inside Outlook's conditional comments. In text order.
 */
export function findImages(html: string): ImageRange[] {
  return scan(html)
    .filter((range) => isFetched(range.address))
    .sort((a, b) => a.start - b.start)
}

function scan(html: string): ImageRange[] {
  const ranges: ImageRange[] = []
  const add = (found: readonly ImageRange[], offset: number) => {
    for (const range of found) ranges.push(offset === 0 ? range : shiftRange(range, offset))
  }
  scanMarkup(html, {
    startTag(token, source, offset) {
      for (const attribute of token.attrs) add(imagesInAttribute(source, token, attribute), offset)
    },
    style: (css, offset) => add(imagesInCss(css), offset),
  })
  return ranges
}

/** Decoded URLs of all images, deduplicated, in order of appearance. */
export function listImages(html: string): string[] {
  return [...new Set(findImages(html).map((range) => range.address))]
}

// False for data: and cid: URLs (RFC 2392), and for `behavior: url(#default#VML)`, which declares VML.
function isFetched(address: string): boolean {
  return address !== '' && !/^(data:|cid:|#)/i.test(address)
}

function imagesInAttribute(html: string, token: Token.TagToken, { name }: Token.Attribute): ImageRange[] {
  const read = readerOf(name, token.tagName)
  const location = token.location?.attrs?.[name]
  if (!read || !location) return []
  const attribute = readAttribute(html, location.startOffset, location.endOffset)
  return attribute ? attribute.place(read(attribute.value)) : []
}

function readerOf(name: string, element: string): ((value: string) => ImageRange[]) | undefined {
  switch (name) {
    case 'src':
      return imageElements.has(element) ? imageInValue : undefined
    case 'poster':
      return element === 'video' ? imageInValue : undefined
    case 'background':
      return imageInValue
    case 'srcset':
      return element === 'img' || element === 'source' ? imagesInSrcset : undefined
    case 'style':
      return imagesInCss
    default:
      return undefined
  }
}

function imageInValue(value: string): ImageRange[] {
  const address = value.trim()
  const start = value.indexOf(address)
  return [{ start, end: start + address.length, address, write: (next) => next }]
}

const space = /[\t\n\f\r ]/

/** URLs of a `srcset` value, parsed as in browsers (WHATWG HTML 4.8.4.2.2): a URL may contain commas. */
function imagesInSrcset(value: string): ImageRange[] {
  const ranges: ImageRange[] = []
  let at = 0
  while (at < value.length) {
    while (at < value.length && (space.test(value[at] ?? '') || value[at] === ',')) at++
    const start = at
    while (at < value.length && !space.test(value[at] ?? '')) at++
    let end = at
    while (end > start && value[end - 1] === ',') end--
    if (end === start) continue
    ranges.push({ start, end, address: value.slice(start, end), write: writeCandidate })
    if (end === at) at = skipDescriptors(value, at)
  }
  return ranges
}

// To the comma that ends the candidate; commas inside parentheses belong to a descriptor.
function skipDescriptors(value: string, from: number): number {
  let depth = 0
  for (let at = from; at < value.length; at++) {
    const character = value[at]
    if (character === '(') depth++
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (character === ',' && depth === 0) return at
  }
  return value.length
}

function writeCandidate(address: string): string {
  return percentEncode(address, /[\t\n\f\r ]|^,|(?:(?<!,)|(?<=^,)),+$/g)
}

// Their url() is a style sheet, a namespace or a font.
const notImages = new Set(['@import', '@namespace', '@font-face'])

/** URLs of a style sheet or declaration list: every url() except those of fonts and imports. */
function imagesInCss(css: string): ImageRange[] {
  const ranges: ImageRange[] = []
  let atRule = ''
  let isInFontFace = false
  let isUrlFunction = false
  tokenize(css, (type, start, end) => {
    const text = css.slice(start, end)
    const isContentImage = !isInFontFace && !notImages.has(atRule)
    if (type === tokenTypes.AtKeyword) atRule = text.toLowerCase()
    else if (type === tokenTypes.LeftCurlyBracket) {
      isInFontFace ||= atRule === '@font-face'
      atRule = ''
    } else if (type === tokenTypes.Semicolon) atRule = ''
    else if (type === tokenTypes.RightCurlyBracket) isInFontFace = false
    else if (type === tokenTypes.Url && isContentImage) ranges.push(bareRange(css, start, end))
    else if (type === tokenTypes.String && isUrlFunction && isContentImage) ranges.push(quotedRange(css, start, end))

    if (type === tokenTypes.Function) isUrlFunction = text.toLowerCase() === 'url('
    else if (type !== tokenTypes.WhiteSpace) isUrlFunction = false
  })
  return ranges
}

// An unquoted url() is a single token, including inner white space.
function bareRange(css: string, start: number, end: number): ImageRange {
  const inner = /^url\([\t\n\f\r ]*((?:\\[\s\S]|[^\\)\t\n\f\r ])*)/i.exec(css.slice(start, end))
  const raw = inner?.[1] ?? ''
  const from = start + (inner?.[0].length ?? 0) - raw.length
  return { start: from, end: from + raw.length, address: cssUrl.decode(`url(${raw})`), write: writeInUrl }
}

function quotedRange(css: string, start: number, end: number): ImageRange {
  const isClosed = end - start > 1 && css[end - 1] === css[start]
  const address = cssString.decode(css.slice(start, end))
  return { start: start + 1, end: isClosed ? end - 1 : end, address, write: writeInUrl }
}

// Outlook does not support CSS escapes; percent-encoding works in quoted and unquoted URLs, and cannot end a style
// element.
function writeInUrl(address: string): string {
  return percentEncode(address, /[\s"'()\\<>]/g)
}
