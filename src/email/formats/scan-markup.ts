import { type Token, Tokenizer } from 'parse5'
import { rawElements } from './raw-elements.ts'

/** Receives parts of a page with their source; positions in the page are those in the source plus `offset`. */
export interface MarkupVisitor {
  startTag(token: Token.TagToken, source: string, offset: number): void
  /** The content of a style element. */
  style?(css: string, offset: number): void
}

/** Visits start tags and style elements of HTML, also those inside Outlook's conditional comments. */
export function scanMarkup(html: string, visitor: MarkupVisitor): void {
  scan(html, { visitor, offset: 0 })
}

// Comments do not nest, so comments inside a conditional one are not scanned.
function scan(
  html: string,
  { visitor, offset }: { visitor: MarkupVisitor; offset: number },
  isInComment = false,
): void {
  let styleStart: number | undefined
  const endStyle = (end: number) => {
    if (styleStart === undefined) return
    const start = styleStart
    styleStart = undefined
    visitor.style?.(html.slice(start, end), offset + start)
  }
  const ignore = () => {}
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        const state = rawElements[token.tagName]
        if (state !== undefined) tokenizer.state = state
        if (token.tagName === 'style') styleStart = token.location?.endOffset
        visitor.startTag(token, html, offset)
      },
      onEndTag: (token) => endStyle(token.location?.startOffset ?? html.length),
      onComment: (token) => isInComment || scanComment(html, token, { visitor, offset }),
      onEof: () => endStyle(html.length),
      onDoctype: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
    },
  )
  tokenizer.write(html, true)
}

// <!--[if mso]> … <![endif]--> is markup in Outlook and a comment in other clients.
function scanComment(
  html: string,
  token: Token.CommentToken,
  { visitor, offset }: { visitor: MarkupVisitor; offset: number },
): void {
  const start = token.location?.startOffset ?? 0
  const opening = /^<!--\[if [^\]]*\]>/i.exec(html.slice(start, start + 256))
  if (!opening) return
  const from = start + opening[0].length
  scan(html.slice(from, token.location?.endOffset), { visitor, offset: offset + from }, true)
}
