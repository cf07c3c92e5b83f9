import { decodeReferences } from './entities.ts'

/** An element that the scanner reads; others are skipped with their content. */
export interface Element<Target> {
  readonly name: string
  /** By local name; undefined for an element of text. */
  readonly children?: ReadonlyMap<string, Element<Target>>
  enter?(target: Target): void
  leave?(target: Target): void
  /** Receives the decoded text, trimmed. */
  value?(target: Target, text: string): void
}

/** Receives what the scanner finds besides the values of elements. */
export interface ScanListener {
  /** A root element starts, with its namespace if it has one. */
  root(namespace: string | undefined): void
  /** A root element ends; `truncated` if the input ended before. */
  rootEnd(isTruncated: boolean): void
  repaired(what: string): void
  /** Text beside the root element. */
  trailing(): void
}

export type ScanProblem = 'doctype' | 'html' | 'depth'

export class ScanError extends Error {
  readonly problem: ScanProblem

  constructor(problem: ScanProblem) {
    super(problem)
    this.problem = problem
  }
}

const maxDepth = 100
/** Max characters of a tag, and of a value; longer ones are text, or cut. */
const maxTag = 16 * 1024
const maxValue = 4096

/** What is skipped, or read as text, up to a terminator. */
interface Run {
  readonly end: string
  readonly isText: boolean
}

const comment: Run = { end: '-->', isText: false }
const cdata: Run = { end: ']]>', isText: true }
const instruction: Run = { end: '?>', isText: false }

const controls = /[\0-\x08\x0b\x0c\x0e-\x1f]/
const allControls = /[\0-\x08\x0b\x0c\x0e-\x1f]+/g

/**
 * Reads a document of known elements in chunks of text: those of `root`, by their position, in any namespace prefix. What is
 * not well-formed is repaired: stray markup becomes text, missing end tags are inferred. References to entities other than
 * the five of XML stay text, and a document type declaration throws a ScanError, as does excessive nesting.
 */
export class XmlScanner<Target> {
  readonly #root: Element<Target>
  readonly #target: Target
  readonly #listener: ScanListener
  /** Open elements from the root on. */
  #stack: Element<Target>[] = []
  #current: Element<Target> | undefined
  /** Names of open elements that are skipped: around the root, or inside of it. */
  #skipped: string[] = []
  #prefix = ''
  #value = ''
  #pending = ''
  #run: Run | undefined
  #hasControls = false
  #hasEnded = false
  #isFirst = true

  constructor(root: Element<Target>, target: Target, listener: ScanListener) {
    this.#root = root
    this.#target = target
    this.#listener = listener
  }

  feed(chunk: string): void {
    if (chunk === '') return
    this.#hasControls ||= controls.test(chunk)
    this.#scan(this.#pending === '' ? chunk : this.#pending + chunk, false)
  }

  end(): void {
    const rest = this.#pending
    this.#pending = ''
    if (rest !== '') this.#scan(rest, true)
    if (this.#stack.length > 0) {
      this.#stack = []
      this.#current = undefined
      this.#listener.rootEnd(true)
    }
  }

  #scan(text: string, isLast: boolean): void {
    let at = 0
    this.#pending = ''
    for (;;) {
      if (this.#run !== undefined) {
        const { end, isText } = this.#run
        const found = text.indexOf(end, at)
        const until = found === -1 ? Math.max(at, isLast ? text.length : text.length - end.length + 1) : found
        if (isText) this.#append(text.slice(at, until).replaceAll('&', '&amp;'))
        if (found === -1) {
          this.#pending = text.slice(until)
          return
        }
        at = found + end.length
        this.#run = undefined
      }
      const open = text.indexOf('<', at)
      if (open === -1) {
        this.#text(text.slice(at))
        return
      }
      if (open > at && !this.#isIndentation(text, at, open)) this.#text(text.slice(at, open))
      const next = this.#markup(text, open, isLast)
      if (next === -1) {
        this.#pending = text.slice(open)
        return
      }
      at = next
    }
  }

  /** Blanks between elements, which are most of the texts. */
  #isIndentation(text: string, from: number, to: number): boolean {
    if (this.#current?.children === undefined) return false
    for (let at = from; at < to; at++) if (text.charCodeAt(at) > 32) return false
    return true
  }

  /** Reads markup at `<`; returns the position after it, or -1 if more input is needed. */
  #markup(text: string, open: number, isLast: boolean): number {
    const code = text.charCodeAt(open + 1)
    if (code === 47) return this.#endTag(text, open, isLast)
    if (isNameStart(code)) return this.#startTag(text, open, isLast)
    if (Number.isNaN(code)) return isLast ? this.#literal('<', open) : -1
    if (code === 63) {
      if (this.#isFirst && open > 0) this.#listener.repaired('characters before the XML declaration')
      this.#isFirst = false
      this.#run = instruction
      return open + 2
    }
    if (code !== 33) return this.#literal('<', open)
    const rest = text.slice(open + 2, open + 9)
    if (rest.startsWith('--')) {
      this.#run = comment
      return open + 4
    }
    if (rest === '[CDATA[') {
      this.#run = cdata
      return open + 9
    }
    if (rest.toUpperCase() === 'DOCTYPE') {
      const kind = text.slice(open + 9, open + 30)
      if (kind.length < 21 && !isLast) return -1
      throw new ScanError(this.#isBefore && /^\s+html/i.test(kind) ? 'html' : 'doctype')
    }
    return rest.length < 7 && !isLast ? -1 : this.#literal('<', open)
  }

  #endTag(text: string, open: number, isLast: boolean): number {
    const close = text.indexOf('>', open + 2)
    if (close === -1 || close - open > maxTag) return this.#unfinished(text, open, isLast)
    const current = this.#current
    if (current !== undefined && this.#skipped.length === 0) {
      const { name } = current
      const [from, to] = [open + 2, close]
      const isOwn =
        to - from === name.length
          ? text.startsWith(name, from)
          : to - from > name.length && localName(text.slice(from, to).trim()) === name
      if (isOwn) {
        this.#leave()
        return close + 1
      }
    }
    return this.#closeOther(localName(text.slice(open + 2, close).trim()), text.slice(open, close + 1), close + 1)
  }

  /** An end tag of another element than the current one. */
  #closeOther(name: string, tag: string, next: number): number {
    const inSkipped = this.#skipped.lastIndexOf(name)
    if (inSkipped !== -1) {
      if (inSkipped < this.#skipped.length - 1) this.#listener.repaired('a missing end tag')
      this.#skipped.length = inSkipped
      return next
    }
    const index = this.#stack.findLastIndex((each) => each.name === name)
    if (index === -1) {
      if (this.#isInText()) this.#append(tag)
      this.#listener.repaired('an end tag without its start tag')
      return next
    }
    this.#listener.repaired('a missing end tag')
    this.#skipped = []
    while (this.#stack.length > index) this.#leave()
    return next
  }

  #startTag(text: string, open: number, isLast: boolean): number {
    let close = text.indexOf('>', open + 1)
    if (close === -1) return this.#unfinished(text, open, isLast)
    let end = open + 1
    for (; end < close; end++) {
      const code = text.charCodeAt(end)
      if (code <= 32 || code === 47) break
    }
    let attributes = ''
    if (end < close) {
      close = endOfTag(text, end)
      if (close === -1) return this.#unfinished(text, open, isLast)
      attributes = text.slice(end, close)
    }
    const name = text.slice(open + 1, end)
    // "<" of a text, before the next tag.
    if (close - open > maxTag || (attributes.includes('<') && !/["']/.test(attributes)) || name.includes('<'))
      return this.#literal('<', open)
    this.#open(name, attributes, text, open, close)
    return close + 1
  }

  #open(name: string, attributes: string, text: string, open: number, close: number): void {
    this.#isFirst = false
    const isEmpty = attributes.endsWith('/')
    const colon = name.indexOf(':')
    const local = colon === -1 ? name : name.slice(colon + 1)
    const current = this.#current
    if (current === undefined) return this.#openOutside(local, colon === -1 ? '' : name.slice(0, colon), attributes)
    if (this.#skipped.length > 0 && !this.#isUnclosedSchema(local)) return this.#skip(local, isEmpty)
    const prefix = colon === -1 ? '' : name.slice(0, colon)
    const isForeign = (prefix !== '' && prefix !== this.#prefix) || (attributes !== '' && declaresOther(attributes))
    const child = isForeign ? undefined : current.children?.get(local)
    if (child !== undefined) return this.#enter(child, isEmpty)
    if (!isForeign && this.#resumes(local)) return this.#open(name, attributes, text, open, close)
    if (current.children !== undefined) return this.#skip(local, isEmpty)
    this.#append(text.slice(open, close + 1))
    this.#listener.repaired('markup inside of a value')
  }

  /** Looks for the root, in any element around it. */
  #openOutside(local: string, prefix: string, attributes: string): void {
    if (local !== this.#root.name) {
      if (this.#hasEnded) this.#listener.trailing()
      else if (/^html$/i.test(local) && this.#skipped.length === 0) throw new ScanError('html')
      else this.#skip(local, attributes.endsWith('/'))
      return
    }
    if (this.#skipped.length > 0) this.#listener.repaired('an element around the report')
    this.#skipped = []
    this.#prefix = prefix
    this.#listener.root(namespaceOf(attributes, prefix))
    this.#enter(this.#root, attributes.endsWith('/'))
  }

  /** Some reporters open xs:schema around their elements, and never close it. */
  #isUnclosedSchema(local: string): boolean {
    if (this.#skipped.length > 1 || this.#skipped[0] !== 'schema') return false
    if (this.#stack.length > 1 || this.#root.children?.has(local) !== true) return false
    this.#skipped = []
    this.#listener.repaired('an element that is not closed')
    return true
  }

  /** True if open elements were closed, because one of their ancestors has this child. */
  #resumes(local: string): boolean {
    const isLeaf = this.#current?.children === undefined
    const index = this.#stack.findLastIndex(({ children }, depth) => {
      const child = children?.get(local)
      // A sibling of a value, or a group of elements further out.
      return child !== undefined && (child.children !== undefined || (isLeaf && depth === this.#stack.length - 2))
    })
    if (index === -1 || index === this.#stack.length - 1) return false
    this.#listener.repaired('a missing end tag')
    while (this.#stack.length > index + 1) this.#leave()
    return true
  }

  #enter(element: Element<Target>, isEmpty: boolean): void {
    if (this.#stack.length >= maxDepth) throw new ScanError('depth')
    this.#stack.push(element)
    this.#current = element
    this.#value = ''
    element.enter?.(this.#target)
    if (isEmpty) this.#leave()
  }

  #leave(): void {
    const element = this.#stack.pop()
    this.#current = this.#stack.at(-1)
    if (element === undefined) return
    if (element.children === undefined) element.value?.(this.#target, this.#takeValue())
    element.leave?.(this.#target)
    if (this.#stack.length > 0) return
    this.#hasEnded = true
    this.#listener.rootEnd(false)
  }

  #skip(name: string, isEmpty: boolean): void {
    if (isEmpty) return
    if (this.#skipped.length + this.#stack.length >= maxDepth) throw new ScanError('depth')
    this.#skipped.push(name)
  }

  #text(text: string): void {
    if (this.#isInText()) this.#append(text)
    else if (this.#current === undefined) {
      if (this.#hasEnded && /[^\s\ufeff]/.test(text)) this.#listener.trailing()
      else if (this.#isFirst && text !== '\ufeff') {
        this.#listener.repaired('characters before the report')
        this.#isFirst = false
      }
    }
  }

  #literal(text: string, open: number): number {
    this.#text(text)
    this.#listener.repaired('a stray “<”')
    return open + 1
  }

  /** A tag without its end: more input may contain it, unless it is too long or the input has ended. */
  #unfinished(text: string, open: number, isLast: boolean): number {
    if (isLast) return text.length
    return text.length - open > maxTag ? this.#literal('<', open) : -1
  }

  /** True until the first root. */
  get #isBefore(): boolean {
    return this.#current === undefined && !this.#hasEnded
  }

  #isInText(): boolean {
    return this.#current !== undefined && this.#current.children === undefined && this.#skipped.length === 0
  }

  #append(text: string): void {
    if (!this.#isInText()) return
    if (this.#value.length + text.length > maxValue) {
      this.#value = (this.#value + text.slice(0, maxValue)).slice(0, maxValue)
      this.#listener.repaired('a value above 4,096 characters')
    } else this.#value = this.#value === '' ? text : this.#value + text
  }

  #takeValue(): string {
    let value = this.#value
    this.#value = ''
    if (this.#hasControls && controls.test(value)) {
      value = value.replaceAll(allControls, '')
      this.#listener.repaired('a control character')
    }
    if (value.includes('&')) value = decodeReferences(value, () => this.#listener.repaired('a stray “&”'))
    return value.trim()
  }
}

function isNameStart(code: number): boolean {
  return (code > 96 && code < 123) || (code > 64 && code < 91) || code === 95 || code > 127
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}

/** The position of `>` after the attributes that start at `from`; -1 if it is missing. */
function endOfTag(text: string, from: number): number {
  let quote = 0
  for (let at = from; at < text.length && at - from <= maxTag; at++) {
    const code = text.charCodeAt(at)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === 62) return at
    else if ((code === 34 || code === 39) && text.charCodeAt(at - 1) === 61) quote = code
  }
  // A quote that does not end is no quote.
  return text.length - from > maxTag ? text.indexOf('>', from) : -1
}

const ours = /^(?:https?:\/\/dmarc\.org\/|urn:ietf:params:xml:ns:dmarc)/i

/** True if the element declares another default namespace than that of reports. */
function declaresOther(attributes: string): boolean {
  const namespace = namespaceOf(attributes, '')
  return namespace !== undefined && namespace !== '' && !ours.test(namespace)
}

function namespaceOf(attributes: string, prefix: string): string | undefined {
  if (!attributes.includes('xmlns')) return undefined
  for (const [, name = '', , value] of attributes.matchAll(/\sxmlns(?::([\w.-]+))?\s*=\s*(["'])([^"'<>]*)\2/g))
    if (name === prefix) return value
  return undefined
}
