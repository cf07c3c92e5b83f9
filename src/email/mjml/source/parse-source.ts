import { Parser } from 'htmlparser2'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { Balance, type UnmatchedTag, Lines } from './balance.ts'
import { type Element, endingTags } from './element.ts'

/** `unmatched` contains the tags without a counterpart. */
export interface Parsed {
  root: Element
  unmatched: readonly UnmatchedTag[]
}

/**
 * Parses MJML as mjml does: tolerates unclosed elements, preserves the case of attributes, decodes no entities. Throws
 * MJML_INVALID for a source that is too large, too deep or without a root.
 */
export function parseSource(source: string): Parsed {
  if (source.length > limits.mjmlLength) {
    fail('MJML_INVALID', `The MJML has ${source.length} characters; the limit is ${limits.mjmlLength}.`)
  }
  const builder = new Builder(source)
  const parser = new Parser(
    {
      onopentag: (name, attributes) => builder.open(name, attributes, tagStart(source, parser), parser.endIndex),
      onclosetag: (name, isImplied) =>
        builder.close(name, { start: tagStart(source, parser), end: tagEnd(source, parser), isImplied }),
      ontext: (text) => builder.text(text),
      oncomment: (text) => builder.comment(text, tagStart(source, parser), parser.endIndex),
    },
    { recognizeCDATA: true, decodeEntities: false, recognizeSelfClosing: true, lowerCaseAttributeNames: false },
  )
  parser.end(source)
  const { root } = builder
  if (root === undefined) fail('MJML_INVALID', 'It has no elements.')
  return { root, unmatched: builder.balance.unmatchedIn(source) }
}

// htmlparser2 ends an end tag with its name and counts the next one from there. White space may follow the name, and
// Prettier writes line breaks there, so the next tag starts after the `>`.
function tagStart(source: string, { startIndex }: Parser): number {
  if (source[startIndex] === '<') return startIndex
  const close = source.indexOf('>', startIndex)
  return close < 0 ? source.length : close + 1
}

function tagEnd(source: string, { endIndex }: Parser): number {
  const close = source.indexOf('>', endIndex)
  return close < 0 ? source.length - 1 : close
}

interface Open {
  element: Element
  start: number
  end: number
  texts: string
}

const noAttributes = Object.freeze({})

class Builder {
  root: Element | undefined
  readonly balance = new Balance()
  private readonly source: string
  private readonly lines: Lines
  private readonly opened: Open[] = []
  private elements = 0
  private depth = 0
  /** Number of open elements that contain text. */
  private inside = 0
  private lastComment: string | undefined

  constructor(source: string) {
    this.source = source
    this.lines = new Lines(source)
  }

  open(name: string, attributes: Record<string, string>, start: number, end: number): void {
    this.depth++
    if (this.depth > limits.mjmlDepth) {
      fail(
        'MJML_INVALID',
        `Line ${this.lines.at(start)} is nested deeper than ${limits.mjmlDepth} elements, the limit; an element may be unclosed.`,
      )
    }
    const isEnding = endingTags.has(name)
    if (this.inside > 0) {
      if (isEnding) this.inside++
      return
    }
    if (++this.elements > limits.mjmlElements) {
      fail('MJML_INVALID', `The MJML has more than ${limits.mjmlElements} elements, the limit.`)
    }
    if (isEnding) this.inside = 1
    const element: Element = {
      name,
      attributes: Object.keys(attributes).length === 0 ? noAttributes : attributes,
      children: [],
      content: '',
      source: '',
      line: this.lines.at(start),
    }
    if (this.lastComment !== undefined) element.comment = this.lastComment
    this.lastComment = undefined
    const parent = this.opened.at(-1)
    if (parent !== undefined) parent.element.children.push(element)
    else this.root ??= element
    this.opened.push({ element, start, end, texts: '' })
  }

  close(name: string, { start, end, isImplied }: { start: number; end: number; isImplied: boolean }): void {
    this.depth--
    if (!isImplied) this.balance.closed(name, start)
    if (this.inside > 0 && endingTags.has(name)) {
      this.inside--
      const one = this.opened.at(-1)
      // A self-closing element has no content, although the text after it looks like content.
      if (this.inside === 0 && one !== undefined && !(one.start === start && one.end === end)) {
        const upTo = this.source.startsWith('</', start) && start > one.end ? start : this.source.length
        one.element.content = this.source.slice(one.end + 1, upTo).trim()
      }
    }
    if (this.inside > 0) return
    const one = this.opened.pop()
    if (one === undefined) return
    // The parser also reports the end of a self-closing element as implied.
    const closesItself = one.start === start && one.end === end
    if (isImplied && !closesItself) this.balance.unclosed(name, one.element.line)
    this.lastComment = undefined
    if (one.texts !== '' && one.element.content === '') one.element.content = one.texts.trim()
    // The end tag after an unclosed element belongs to another one.
    one.element.source = this.source.slice(one.start, isImplied && !closesItself ? start : end + 1)
    if (name === 'mj-raw') this.nameFromComment(one.element)
  }

  // A comment in mj-raw renders nothing and describes the next component.
  private nameFromComment({ content }: Element): void {
    const comment = /^<!--(?!\s*\[if)((?:(?!-->)[^]){0,500})-->$/i.exec(content)?.[1]
    if (comment === undefined || /\[endif\]\s*$/i.test(comment)) return
    this.opened.at(-1)?.element.children.pop()
    this.lastComment = comment
  }

  text(text: string): void {
    const one = this.opened.at(-1)
    if (this.inside === 0 && one !== undefined && /\S/.test(text)) one.texts += text
  }

  // Outlook renders the content of its conditional comments, so those are content; others describe the next component.
  comment(text: string, start: number, end: number): void {
    this.balance.comment(start, end)
    const parent = this.opened.at(-1)
    if (this.inside > 0 || parent === undefined) return
    if (!/^\s*\[if|\[endif\]\s*$|^\s*<!/i.test(text)) {
      this.lastComment = text
      return
    }
    const source = `<!--${text}-->`
    parent.element.children.push({
      name: 'mj-raw',
      attributes: noAttributes,
      children: [],
      content: source,
      source,
      line: this.lines.at(start),
    })
  }
}
