import { Parser } from 'htmlparser2'
import { limits } from '../../../kernel/limits.ts'
import type { Element, ReadPage } from './element.ts'

const unsupported = new Set(['script', 'template', 'noscript', 'svg', 'math', 'object', 'iframe', 'select', 'textarea'])

/**
 * Parses a page. Conditional comments are comments, so Outlook markup is omitted. Broken markup is repaired as by the
 * HTML parser; content deeper than `limits.layoutDepth`, or after `limits.layoutElements` or `limits.layoutText`, is
 * omitted.
 */
export function readHtml(html: string): ReadPage {
  const root: Element = { name: 'html', attributes: {}, children: [], parent: undefined }
  const reading = new Reading(root)
  const parser = new Parser(reading, { lowerCaseTags: true, lowerCaseAttributeNames: true, decodeEntities: true })
  parser.write(html)
  parser.end()
  return { root: reading.root, css: reading.css, unsupported: reading.unsupported, isCut: reading.isCut }
}

class Reading {
  root: Element
  css = ''
  unsupported: { name: string; parent: Element }[] = []
  isCut = false
  #open: Element
  #depth = 0
  #elements = 0
  #letters = 0
  /** Number of open elements below the maximum depth, or inside an unpainted element. */
  #skipped = 0
  #unsupportedDepth = 0
  #isStyle = false

  constructor(root: Element) {
    this.root = root
    this.#open = root
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    if (this.#unsupportedDepth > 0 || unsupported.has(name)) {
      if (this.#unsupportedDepth === 0) this.unsupported.push({ name, parent: this.#open })
      this.#unsupportedDepth++
      return
    }
    if (name === 'style') this.#isStyle = true
    if (name === 'html') {
      this.root = { ...this.root, attributes }
      for (const child of this.root.children) if (typeof child !== 'string') Object.assign(child, { parent: this.root })
      this.#open = this.root
      return
    }
    if (this.#depth >= limits.layoutDepth || this.#elements >= limits.layoutElements) {
      this.isCut = true
      this.#skipped++
      return
    }
    this.#elements++
    this.#depth++
    const element: Element = { name, attributes, children: [], parent: this.#open }
    this.#open.children.push(element)
    this.#open = element
  }

  ontext(text: string): void {
    if (this.#isStyle) {
      this.css += text
      return
    }
    if (this.#unsupportedDepth > 0) return
    const remaining = this.#elements < limits.layoutElements ? limits.layoutText - this.#letters : 0
    if (text.length > remaining) this.isCut = true
    const kept = text.slice(0, Math.max(0, remaining))
    this.#letters += kept.length
    if (kept !== '') {
      const { children } = this.#open
      const last = children.at(-1)
      if (typeof last === 'string') children[children.length - 1] = last + kept
      else children.push(kept)
    }
  }

  onclosetag(name: string): void {
    if (this.#unsupportedDepth > 0) {
      this.#unsupportedDepth--
      return
    }
    if (name === 'style') {
      this.#isStyle = false
      this.css += '\n'
    }
    if (name === 'html') return
    if (this.#skipped > 0) {
      this.#skipped--
      return
    }
    this.#depth--
    this.#open = this.#open.parent ?? this.root
  }
}
