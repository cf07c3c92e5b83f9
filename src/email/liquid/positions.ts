/** Position of a value in HTML, as far as its escaping depends on it. */
export type LiquidPosition =
  | { kind: 'text' | 'style' | 'comment' | 'name' }
  | { kind: 'attribute'; isQuoted: boolean }
  /** `before` is the URL up to the value; an earlier value in it counts as a space. */
  | { kind: 'address'; isQuoted: boolean; before: string }

const addressAttributes = new Set(['href', 'src', 'background', 'action', 'poster', 'cite', 'longdesc', 'srcset'])

type State = 'text' | 'comment' | 'declaration' | 'sheet' | 'tag' | 'value'

/**
 * Tokenizes HTML between outputs and reports the position of each output. Conditions and loops are ignored: each of
 * their pieces is read as if it were rendered once.
 */
export class PlaceReader {
  #state: State = 'text'
  #tag = ''
  // After `<`, before the name of the tag.
  #isNaming = false
  // The open attribute, its quote, and its value so far.
  #name = ''
  #quote = ''
  #value = ''

  /** Continues with the next piece. */
  read(html: string): void {
    if (html !== '') this.#isNaming = false
    let at = 0
    while (at < html.length) at = this.#step(html, at)
  }

  /** Position of a value after the HTML read so far. */
  place(): LiquidPosition {
    const place = this.#placeNow()
    if (this.#state === 'value') this.#value += ' '
    return place
  }

  #placeNow(): LiquidPosition {
    switch (this.#state) {
      case 'comment':
      case 'declaration':
        return { kind: 'comment' }
      case 'sheet':
        return { kind: 'style' }
      case 'tag':
        return this.#isNaming ? { kind: 'name' } : { kind: 'attribute', isQuoted: false }
      case 'value': {
        const isQuoted = this.#quote !== ''
        if (this.#name === 'style') return { kind: 'style' }
        return addressAttributes.has(this.#name) || this.#name.endsWith(':href')
          ? { kind: 'address', isQuoted, before: this.#value.replaceAll('&amp;', '&').trimStart() }
          : { kind: 'attribute', isQuoted }
      }
      default:
        return { kind: 'text' }
    }
  }

  #step(source: string, at: number): number {
    switch (this.#state) {
      case 'text':
        return this.#readText(source, at)
      case 'comment':
        return this.#leave(searchFrom(source, /(?<=-->)/g, at), source)
      case 'declaration':
        return this.#leave(searchFrom(source, /(?<=>)/g, at), source)
      case 'sheet':
        return this.#leave(searchFrom(source, /<\/style/gi, at), source)
      case 'tag':
        return this.#readTag(source, at)
      case 'value':
        return this.#readValue(source, at)
    }
  }

  #readText(source: string, from: number): number {
    const at = source.indexOf('<', from)
    if (at < 0) return source.length
    if (source.startsWith('<!--', at)) {
      // Outlook reads the content of conditional comments as HTML.
      if (source.startsWith('<!--[if', at)) return endOr(source.indexOf('>', at), source, 1)
      this.#state = 'comment'
      return at + 4
    }
    // A comment too, up to its first `>` (HTML, 13.2.5.41).
    if (source[at + 1] === '!' || source[at + 1] === '?') {
      this.#state = 'declaration'
      return at + 2
    }
    if (/^<\/?$/.test(source.slice(at, at + 3))) {
      this.#isNaming = true
      this.#tag = ''
      this.#state = 'tag'
      return source.length
    }
    const name = /^<\/?([A-Za-z][^\s/>]*)/.exec(source.slice(at, at + 80))
    if (name === null) return at + 1
    this.#tag = (name[1] ?? '').toLowerCase()
    this.#state = 'tag'
    return at + name[0].length
  }

  #leave(end: number, source: string): number {
    if (end < 0) return source.length
    this.#state = 'text'
    return end
  }

  #readTag(source: string, from: number): number {
    const char = source.charAt(from)
    if (char === '>') {
      this.#state = this.#tag === 'style' ? 'sheet' : 'text'
      return from + 1
    }
    if (isSpace(char) || char === '/') return from + 1
    const end = endOr(searchFrom(source, /[\s=>]/g, from), source, 0)
    const sign = skipSpace(source, end)
    if (source[sign] !== '=') return Math.max(end, from + 1)
    return this.#beginValue(source, from, { nameEnd: end, sign })
  }

  #beginValue(source: string, from: number, { nameEnd, sign }: { nameEnd: number; sign: number }): number {
    const start = skipSpace(source, sign + 1)
    const char = source.charAt(start)
    this.#name = source.slice(from, nameEnd).toLowerCase()
    this.#value = ''
    this.#quote = char === '"' || char === "'" ? char : ''
    this.#state = 'value'
    return this.#quote === '' ? start : start + 1
  }

  #readValue(source: string, from: number): number {
    const end = this.#quote === '' ? searchFrom(source, /[\s>]/g, from) : source.indexOf(this.#quote, from)
    if (end < 0) {
      this.#value += source.slice(from)
      return source.length
    }
    this.#state = 'tag'
    return this.#quote === '' ? end : end + 1
  }
}

function searchFrom(source: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(source)?.index ?? -1
}

function endOr(at: number, source: string, length: number): number {
  return at < 0 ? source.length : at + length
}

function skipSpace(source: string, from: number): number {
  let at = from
  while (at < source.length && isSpace(source.charAt(at))) at++
  return at
}

function isSpace(char: string): boolean {
  return char === ' ' || char === '\n' || char === '\t' || char === '\r' || char === '\f'
}
