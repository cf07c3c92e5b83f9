import { type Token, Tokenizer } from 'parse5'
import { rawElements } from './raw-elements.ts'

/** Parts of an HTML page, with their source text. */
export interface PageBlocks {
  /** `<!DOCTYPE …>`; empty if missing. */
  doctype: string
  /** Attributes of the html element, with the white space before them. */
  htmlAttributes: string
  /** Source before the body, without doctype; includes the html and head tags and the title. */
  head: string
  /** Source of the first title, character references not decoded. */
  title?: string
  bodyAttributes: string
  /** Source after the opening tag of the body, including closing tags. */
  body: string
}

/** Undefined for a fragment: HTML without doctype, html, head and body. */
export function splitPage(html: string): PageBlocks | undefined {
  const { doctype, htmlTag, headEnd, bodyTag, title } = findMarks(html)
  if (!doctype && !htmlTag && !headEnd && !bodyTag) return undefined
  const start = doctype?.endOffset ?? 0
  // Without a body tag, the body begins at the end of the head, or at once.
  const end = bodyTag ?? headEnd ?? { startOffset: start, endOffset: start }
  return {
    doctype: html.slice(doctype?.startOffset ?? 0, start),
    htmlAttributes: attributesOf(html, htmlTag),
    head: html.slice(start, end.startOffset),
    ...(title === undefined ? {} : { title }),
    bodyAttributes: attributesOf(html, bodyTag),
    body: html.slice(end.endOffset),
  }
}

interface Marks {
  doctype?: Token.Location
  htmlTag?: Token.Location
  headEnd?: Token.Location
  bodyTag?: Token.Location
  title?: string
}

function findMarks(html: string): Marks {
  const marks: Marks = {}
  let titleStart: number | undefined
  const ignore = () => {}
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onDoctype({ location }) {
        if (location && !marks.htmlTag && !marks.bodyTag) marks.doctype ??= location
      },
      onStartTag({ tagName, location }) {
        const state = rawElements[tagName]
        if (state !== undefined) tokenizer.state = state
        if (!location || marks.bodyTag) return
        if (tagName === 'html') marks.htmlTag ??= location
        else if (tagName === 'body') marks.bodyTag = location
        else if (tagName === 'title' && marks.title === undefined) titleStart = location.endOffset
      },
      onEndTag({ tagName, location }) {
        if (!location || marks.bodyTag) return
        if (tagName === 'head') marks.headEnd ??= location
        if (tagName === 'title' && titleStart !== undefined)
          marks.title ??= html.slice(titleStart, location.startOffset)
      },
      onComment: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
      onEof: ignore,
    },
  )
  tokenizer.write(html, true)
  return marks
}

function attributesOf(html: string, tag: Token.Location | undefined): string {
  const text = tag ? html.slice(tag.startOffset, tag.endOffset) : ''
  return text.replace(/^<[^\s/>]+/, '').replace(/\/?>$/, '')
}
