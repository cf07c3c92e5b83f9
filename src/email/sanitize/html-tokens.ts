import { type DefaultTreeAdapterMap, Parser, type Token, defaultTreeAdapter } from 'parse5'

/** A tag or comment of the source with its offsets. */
export interface SourceTag {
  kind: 'start' | 'end' | 'comment' | 'doctype'
  /** Lowercase name of a tag; text of a comment. */
  name: string
  start: number
  end: number
  attributes: readonly { name: string; value: string; start: number; end: number }[]
}

export type Element = DefaultTreeAdapterMap['element']
export type ParentNode = DefaultTreeAdapterMap['parentNode']

/** Result of a parser of the HTML standard: the tags in order, and the tree. */
export interface ParsedHtml {
  tags: SourceTag[]
  tree: ParentNode
  /** End of the last token that the parser emitted. */
  lastEnd: number
}

/** Misnested formatting can make a tree much larger than its source; such input is rejected. */
export class TooComplex extends Error {}

const maxElements = 100_000

/** Parses a whole document and records all tags of the source, including those that the tree omits. */
export function parseHtml(source: string): ParsedHtml {
  const parsed: ParsedHtml = { tags: [], tree: defaultTreeAdapter.createDocument(), lastEnd: 0 }
  let elements = 0
  const createElement: typeof defaultTreeAdapter.createElement = (name, namespace, attributes) => {
    if (++elements > maxElements) throw new TooComplex()
    return defaultTreeAdapter.createElement(name, namespace, attributes)
  }
  const parser = new Recorder(
    { sourceCodeLocationInfo: true, scriptingEnabled: false, treeAdapter: { ...defaultTreeAdapter, createElement } },
    parsed,
  )
  parser.tokenizer.write(source, true)
  return { ...parsed, tree: parser.document }
}

class Recorder extends Parser<DefaultTreeAdapterMap> {
  private readonly parsed: ParsedHtml

  constructor(options: ConstructorParameters<typeof Parser<DefaultTreeAdapterMap>>[0], parsed: ParsedHtml) {
    super(options)
    this.parsed = parsed
  }

  override onStartTag(token: Token.TagToken): void {
    this.tag('start', token)
    super.onStartTag(token)
  }

  override onEndTag(token: Token.TagToken): void {
    this.tag('end', token)
    super.onEndTag(token)
  }

  override onComment(token: Token.CommentToken): void {
    this.record('comment', token.data, token.location)
    super.onComment(token)
  }

  override onDoctype(token: Token.DoctypeToken): void {
    this.record('doctype', 'doctype', token.location)
    super.onDoctype(token)
  }

  override onCharacter(token: Token.CharacterToken): void {
    this.seen(token.location)
    super.onCharacter(token)
  }

  override onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.seen(token.location)
    super.onWhitespaceCharacter(token)
  }

  private tag(kind: 'start' | 'end', token: Token.TagToken): void {
    const { location } = token
    const attributes = token.attrs.map((attribute) => {
      const name = attribute.prefix ? `${attribute.prefix}:${attribute.name}` : attribute.name
      const place = location?.attrs?.[name]
      return { name, value: attribute.value, start: place?.startOffset ?? -1, end: place?.endOffset ?? -1 }
    })
    this.record(kind, token.tagName, location, attributes)
  }

  private record(
    kind: SourceTag['kind'],
    name: string,
    location: Token.Location | null | undefined,
    attributes: SourceTag['attributes'] = [],
  ): void {
    if (!location) return
    this.seen(location)
    this.parsed.tags.push({ kind, name, start: location.startOffset, end: location.endOffset, attributes })
  }

  private seen(location: Token.Location | null | undefined): void {
    if (location) this.parsed.lastEnd = Math.max(this.parsed.lastEnd, location.endOffset)
  }
}
