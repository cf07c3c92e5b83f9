import { blockTypes } from '../../../email/blocks/index.ts'
import { type EmailDocument, type Refused, createDocument, readDocument } from '../../../email/document/index.ts'
import { type Issue, fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { cleaners } from './cleaning.ts'
import type { TemplateSource } from './contract.ts'
import type { ImportReport } from './import-report.ts'
import { splitHtml } from './split-html.ts'

/** Content of a request body. */
export interface ContentInput {
  document?: Record<string, unknown>
  html?: string | undefined
  css?: string | undefined
  mjml?: string | undefined
  design?: unknown
}

/** Canonical, valid content, free of anything executable, ready to be stored. */
export interface Content {
  document: EmailDocument
  source: TemplateSource
  report?: ImportReport
}

/**
 * The content of a body: its document, its HTML as one block of an otherwise empty document, or undefined. VALIDATION_FAILED
 * for both at once, DOCUMENT_INVALID or DOCUMENT_TOO_LARGE for content that cannot be stored.
 */
export function readContent(input: ContentInput, title: string): Content | undefined {
  checkContentForms(input)
  if (input.document !== undefined) return { document: cleanDocument(input.document), source: 'document' }
  if (input.html !== undefined) return { document: documentOfHtml(input.html, input.css, title), source: 'html' }
  return undefined
}

/** Fails with VALIDATION_FAILED for a document together with HTML, or CSS without HTML. */
export function checkContentForms(input: ContentInput): void {
  const issues: Issue[] = []
  if (input.document !== undefined && input.html !== undefined)
    issues.push({ path: '/html', message: 'Provide either document or html, not both.' })
  if (input.css !== undefined && input.document !== undefined)
    issues.push({ path: '/css', message: 'css requires html; a document has head.css.' })
  else if (input.css !== undefined && input.html === undefined)
    issues.push({ path: '/css', message: 'css requires html.' })
  if (issues.length > 0) fail('VALIDATION_FAILED', { issues })
}

/**
 * The canonical form of an untrusted document. DOCUMENT_INVALID, or DOCUMENT_TOO_LARGE above `limits.documentBytes` of JSON
 * or `limits.documentNodes`. `memberOf` maps a path in the document to a path in the body; by default it prepends
 * `/document`.
 */
export function cleanDocument(
  input: unknown,
  memberOf: (path: string) => string = (path) => `/document${path}`,
): EmailDocument {
  const read = readDocument(input, blockTypes, cleaners)
  if ('document' in read) return read.document
  return refuseDocument(read, memberOf)
}

/** Fails with the issues found while reading a document or applying operations; `memberOf` as in `cleanDocument`. */
export function refuseDocument({ issues, isTooLarge }: Refused, memberOf: (path: string) => string): never {
  fail(isTooLarge === true ? 'DOCUMENT_TOO_LARGE' : 'DOCUMENT_INVALID', {
    issues: issues.map(({ path, message }) => ({ path: memberOf(path), message })),
  })
}

/** Fails with DOCUMENT_TOO_LARGE if HTML and CSS together reach `limits.contentBytes`. */
export function checkContentSize({ html = '', css = '' }: Pick<ContentInput, 'html' | 'css'>): void {
  // UTF-8 needs at most three bytes per UTF-16 code unit.
  if ((html.length + css.length) * 3 < limits.contentBytes) return
  const bytes = bytesOf(html) + bytesOf(css)
  if (bytes < limits.contentBytes) return
  const limit = limits.contentBytes.toLocaleString('en-US')
  const given = bytes.toLocaleString('en-US')
  const message = `HTML and CSS together must be under 1 MB (${limit} bytes); these have ${given} bytes.`
  fail('DOCUMENT_TOO_LARGE', { issues: [{ path: html === '' ? '/css' : '/html', message }] })
}

/** A document with only a title, for templates created without content. */
export function emptyDocument(title: string): EmailDocument {
  return createDocument({ title })
}

/** HTML as one block of an otherwise empty document. Fails like `cleanDocument`. */
export function documentOfHtml(html: string, css: string | undefined, title: string): EmailDocument {
  const parts = splitHtml(html)
  const sheet = [parts.css, css ?? ''].filter((text) => text.trim() !== '').join('\n')
  const document: Record<string, unknown> = {
    meta: { title: parts.title ?? title, ...(parts.lang === undefined ? {} : { lang: parts.lang }) },
    ...(sheet === '' ? {} : { head: { css: sheet } }),
    rows:
      parts.body.trim() === ''
        ? []
        : [{ type: 'section', columns: [{ blocks: [{ type: 'html', html: parts.body }] }] }],
  }
  return cleanDocument(document, (path) => (path.startsWith('/head') ? '/css' : '/html'))
}

/** Bytes of a value as compact JSON in UTF-8. */
export function sizeOf(value: unknown): number {
  return bytesOf(JSON.stringify(value))
}

/** Bytes of a text in UTF-8. */
export function bytesOf(text: string): number {
  return Buffer.byteLength(text)
}
