import { type Token, Tokenizer } from 'parse5'
import { rawElements } from '../raw-elements.ts'
import { type HiddenTags, hideTags } from '../tags/hide-tags.ts'
import { type Neighbor, BlockEdges, type Sides, hidesSpace } from './block-edges.ts'
import { minifyCss } from './minify-css.ts'

/** Elements that preserve white space. */
const keepsSpace = new Set(['pre', 'textarea', 'listing', 'xmp', 'plaintext'])
// Maximum line length if the source has a line break (RFC 5322 2.1.1 allows 998 bytes).
const longLine = 500

/**
 * Minifies the HTML of any author: removes invisible white space, comments without effect, and optional characters of
 * CSS and tags. Conditional comments, VML and ESP tags stay byte for byte, as does text whose `white-space` preserves
 * spaces. Idempotent.
 */
export function minifyHtml(html: string): string {
  const hidden = hideTags(html)
  const minifier = new Minifier(hidden)
  minifier.run()
  return hidden.restore(minifier.out)
}

class Minifier {
  out = ''
  readonly #html: string
  readonly #hidden: HiddenTags
  readonly #showsSpace: boolean
  readonly #edges: BlockEdges
  #done = 0
  #lineStart = 0
  #keepDepth = 0
  #raw = ''
  #styleStart = 0
  // White space that is written or dropped depending on the next token, and the context before it.
  #waiting = ''
  #before: Neighbor = 'block'

  constructor(hidden: HiddenTags) {
    this.#hidden = hidden
    this.#html = hidden.text
    this.#showsSpace = /white-space\s*:\s*(?:pre|break-spaces)/i.test(hidden.text)
    this.#edges = new BlockEdges(sheetsOf(hidden.text))
  }

  run(): void {
    const tokenizer: Tokenizer = new Tokenizer(
      { sourceCodeLocationInfo: true },
      {
        onStartTag: (token) => {
          const state = rawElements[token.tagName]
          if (state !== undefined) tokenizer.state = state
          this.#startTag(token)
        },
        onEndTag: (token) => this.#endTag(token),
        onComment: (token) => this.#comment(token),
        onDoctype: (token) => this.#markup(token.location, { before: 'block', after: 'block' }),
        onWhitespaceCharacter: (token) => this.#whiteSpace(token),
        onCharacter: (token) => this.#text(token.location),
        onNullCharacter: (token) => this.#text(token.location),
        onEof: () => this.#flush('block'),
      },
    )
    tokenizer.write(this.#html, true)
    this.#copyTo(this.#html.length)
  }

  #startTag({ attrs, location, tagName }: Token.TagToken): void {
    if (location === null) return
    const { before, after } = this.#edges.start(tagName, attrs)
    this.#flush(before)
    this.#copyTo(location.startOffset)
    this.#replace(location, minifyTag(this.#html, location))
    this.#before = after
    if (rawElements[tagName] !== undefined) this.#raw = tagName
    if (tagName === 'style') this.#styleStart = location.endOffset
    if (keepsSpace.has(tagName)) this.#keepDepth++
  }

  #endTag({ location, tagName }: Token.TagToken): void {
    if (location === null) return
    if (tagName === 'style' && this.#raw === 'style') this.#sheet(location.startOffset)
    this.#raw = ''
    this.#markup(location, this.#edges.end(tagName))
    if (keepsSpace.has(tagName) && this.#keepDepth > 0) this.#keepDepth--
  }

  #sheet(end: number): void {
    const css = this.#html.slice(this.#styleStart, end)
    this.#copyTo(this.#styleStart)
    this.#replace({ endOffset: end }, minifyCss(css, { keeps: (comment) => this.#hidden.has(comment) }))
  }

  // To Word, content after a conditional comment is text; the mark itself has no effect.
  #comment({ data, location }: Token.CommentToken): void {
    if (location === null) return
    if (isOrdinary(data) && !this.#hidden.has(data)) {
      this.#copyTo(location.startOffset)
      this.#done = location.endOffset
      return
    }
    const neighbor = this.#before
    const after = isMark(data) || neighbor === 'text' ? neighbor : 'parts'
    this.#markup(location, { before: neighbor, after })
  }

  #whiteSpace({ location }: Token.CharacterToken): void {
    if (location === null || this.#raw !== '') return
    if (this.#showsSpace || this.#keepDepth > 0) return this.#text(location)
    // The tokenizer may end a run after a following character reference, which may be a space.
    const run = /[\t\n\f\r ]*/y
    run.lastIndex = Math.max(location.startOffset, this.#done)
    const space = run.exec(this.#html)?.[0] ?? ''
    if (space === '') return this.#text(location)
    this.#copyTo(run.lastIndex - space.length)
    this.#done = run.lastIndex
    // A line break stays one, so that lines stay below the limit of SMTP.
    if (this.#waiting !== '\n') this.#waiting = /[\r\n]/.test(space) ? '\n' : ' '
  }

  #text(location: Token.Location | null): void {
    if (location === null || this.#raw !== '') return
    this.#markup(location, { before: 'text', after: 'text' })
  }

  #markup(location: Token.Location | null, { before, after }: Sides): void {
    if (location === null) return
    this.#flush(before)
    this.#copyTo(location.endOffset)
    this.#before = after
  }

  // Writes the pending white space if it may show.
  #flush(after: Neighbor): void {
    const space = this.#waiting
    this.#waiting = ''
    if (space === '') return
    const isLong = space === '\n' && this.out.length - this.#lineStart > longLine
    if (hidesSpace(this.#before, after) && !isLong) return
    this.out += space
    if (space === '\n') this.#lineStart = this.out.length
  }

  #copyTo(end: number): void {
    if (end > this.#done) this.#replace({ endOffset: end }, this.#html.slice(this.#done, end))
  }

  #replace({ endOffset }: { endOffset: number }, text: string): void {
    const line = text.lastIndexOf('\n')
    if (line >= 0) this.#lineStart = this.out.length + line + 1
    this.out += text
    this.#done = endOffset
  }
}

// Split instead of matched: a pattern would scan to the end for every unclosed element.
function sheetsOf(html: string): string[] {
  return html
    .split(/<style(?=[\s/>])/i)
    .slice(1)
    .map((rest) => rest.slice(rest.indexOf('>') + 1).split(/<\/style/i, 1)[0] ?? '')
}

// True for a mark of downlevel-revealed content.
function isMark(comment: string): boolean {
  return /^(?:\[if[^\]]*\](?:><!)?|<!\[endif\])$/i.test(comment.trim())
}

// False for [if mso], <![endif] and the <! of a revealed comment, which Outlook reads.
function isOrdinary(comment: string): boolean {
  return !/^\s*\[if|<!|\[endif\]/i.test(comment)
}

/**
 * An opening tag with one space between attributes, none around their `=`, and a minified style. Quotes stay, because
 * some clients require them, and so does every value.
 */
function minifyTag(html: string, { attrs, startOffset, endOffset }: Token.LocationWithAttributes): string {
  const source = html.slice(startOffset, endOffset)
  const places = Object.entries(attrs ?? {}).sort(([, a], [, b]) => a.startOffset - b.startOffset)
  if (places.length === 0) return source.replace(/\/?>$/, '').trimEnd() + (/\/?>$/.exec(source)?.[0] ?? '')
  const first = places[0]?.[1].startOffset ?? endOffset
  let out = html.slice(startOffset, first).trimEnd()
  let at = first
  let isQuoted = true
  for (const [name, place] of places) {
    // Source without a parse5 location, such as a duplicate attribute, stays unchanged.
    const between = html.slice(at, place.startOffset)
    out += between.trim() === '' ? ' ' : between
    const attribute = minifyAttribute(name, html.slice(place.startOffset, place.endOffset))
    out += attribute
    isQuoted = /["']$/.test(attribute)
    at = place.endOffset
  }
  const rest = html.slice(at, endOffset)
  const end = rest.replace(/^\s+/, '')
  // An unquoted value would include the slash.
  return out + (end === '>' || (end === '/>' && isQuoted) ? end : rest)
}

const assignment = /^([^\s=]+)\s*=\s*(["'])([\s\S]*)\2$/

function minifyAttribute(name: string, source: string): string {
  const parts = assignment.exec(source)
  if (parts === null) return source
  const [, written = '', quote = '', value = ''] = parts
  // A character reference ends in a semicolon, which the CSS parser would take as a separator.
  const isPlainStyle = name === 'style' && !value.includes('&')
  return `${written}=${quote}${isPlainStyle ? minifyCss(value, { isList: true }) : value}${quote}`
}
