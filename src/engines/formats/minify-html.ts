import { type Token, Tokenizer } from 'parse5'
import { rawElements } from './raw-elements.ts'

/** Elements in which white space shows. */
const keepsSpace = new Set(['pre', 'textarea', 'listing', 'xmp', 'plaintext'])

/**
 * The same email with fewer bytes: runs of white space in text become one, ordinary comments go. Conditional comments,
 * tags, and style elements stay byte for byte, since mail clients read them in ways a minifier cannot know. A text that
 * sets `white-space` to keep its spaces keeps all of them.
 */
export function minifyHtml(html: string): string {
  const showsSpace = /white-space\s*:\s*(pre|break-spaces)/i.test(html)
  let result = ''
  let done = 0
  let keepDepth = 0
  let isRaw = false
  const copy = (token: { location: Token.Location | null }, text?: string) => {
    if (!token.location) return
    result += html.slice(done, token.location.startOffset)
    result += text ?? html.slice(token.location.startOffset, token.location.endOffset)
    done = token.location.endOffset
  }
  const ignore = () => {}
  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        const state = rawElements[token.tagName]
        if (state !== undefined) tokenizer.state = state
        isRaw = state !== undefined
        if (keepsSpace.has(token.tagName)) keepDepth++
      },
      onEndTag(token) {
        isRaw = false
        if (keepsSpace.has(token.tagName) && keepDepth > 0) keepDepth--
      },
      onComment: (token) => copy(token, isOrdinary(token.data) ? '' : undefined),
      // A line break stays one, so that lines do not grow past what mail can carry (RFC 5322 2.1.1).
      onWhitespaceCharacter: (token) => {
        if (!showsSpace && !isRaw && keepDepth === 0) copy(token, /[\r\n]/.test(token.chars) ? '\n' : ' ')
      },
      onCharacter: ignore,
      onNullCharacter: ignore,
      onDoctype: ignore,
      onEof: ignore,
    },
  )
  tokenizer.write(html, true)
  return result + html.slice(done)
}

// [if mso], <![endif] and the <! of a revealed comment speak to Outlook.
function isOrdinary(comment: string): boolean {
  return !/^\s*\[if|<!|\[endif\]/i.test(comment)
}
