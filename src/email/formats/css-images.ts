import { tokenTypes, tokenize } from 'css-tree/tokenizer'
import { string as cssString, url as cssUrl } from 'css-tree/utils'
import { type ImageRange, percentEncode } from './image-range.ts'

// Their url() names a style sheet, a namespace or a font, never an image.
const notImages = new Set(['@import', '@namespace', '@font-face'])

/** The image addresses of a style sheet or of a list of declarations: every url() but those of fonts and imports. */
export function imagesInCss(css: string): ImageRange[] {
  const ranges: ImageRange[] = []
  let atRule = ''
  let isInFontFace = false
  let isUrlFunction = false
  tokenize(css, (type, start, end) => {
    const text = css.slice(start, end)
    const isOurs = !isInFontFace && !notImages.has(atRule)
    if (type === tokenTypes.AtKeyword) atRule = text.toLowerCase()
    else if (type === tokenTypes.LeftCurlyBracket) {
      isInFontFace ||= atRule === '@font-face'
      atRule = ''
    } else if (type === tokenTypes.Semicolon) atRule = ''
    else if (type === tokenTypes.RightCurlyBracket) isInFontFace = false
    else if (type === tokenTypes.Url && isOurs) ranges.push(bareRange(css, start, end))
    else if (type === tokenTypes.String && isUrlFunction && isOurs) ranges.push(quotedRange(css, start, end))

    if (type === tokenTypes.Function) isUrlFunction = text.toLowerCase() === 'url('
    else if (type !== tokenTypes.WhiteSpace) isUrlFunction = false
  })
  return ranges
}

// url(address): the whole token is one, white space inside included.
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

// Outlook does not know CSS escapes; percent-encoding serves bare and quoted addresses alike, and cannot end a style element.
function writeInUrl(address: string): string {
  return percentEncode(address, /[\s"'()\\<>]/g)
}
