import { blockTypes } from '../../../email/blocks/index.ts'
import { type EmailDocument, type Refused, createDocument, readDocument } from '../../../email/document/index.ts'
import { type Issue, fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { cleaners } from './cleaning.ts'
import type { TemplateSource } from './contract.ts'
import type { ImportReport } from './import-report.ts'
import { splitHtml } from './split-html.ts'

/** Content as a body brings it. */
export interface ContentInput {
  document?: Record<string, unknown>
  html?: string | undefined
  css?: string | undefined
  mjml?: string | undefined
  design?: unknown
}

/** Content ready to be stored: canonical, valid, free of anything executable. */
export interface Content {
  document: EmailDocument
  source: TemplateSource
  /** What became of an email that came in another form. */
  report?: ImportReport
}

/**
 * The content of a body: its document, or its HTML as one block of an otherwise empty document, or nothing.
 * Fails with VALIDATION_FAILED for both at once, DOCUMENT_INVALID or DOCUMENT_TOO_LARGE for what cannot be stored.
 */
export function readContent(input: ContentInput, title: string): Content | undefined {
  checkContentForms(input)
  if (input.document !== undefined) return { document: cleanDocument(input.document), source: 'document' }
  if (input.html !== undefined) return { document: documentOfHtml(input.html, input.css, title), source: 'html' }
  return undefined
}

/** Fails with VALIDATION_FAILED for a document and HTML at once, or a style sheet without HTML. */
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
 * and `limits.documentNodes`; `memberOf` turns a path in the document into one in the body, and puts `/document` before it
 * unless given.
 */
export function cleanDocument(
  input: unknown,
  memberOf: (path: string) => string = (path) => `/document${path}`,
): EmailDocument {
  const read = readDocument(input, blockTypes, cleaners)
  if ('document' in read) return read.document
  return refuseDocument(read, memberOf)
}

/** Fails with what reading a document, or changing one by operations, found; `memberOf` as in `cleanDocument`. */
export function refuseDocument({ issues, isTooLarge }: Refused, memberOf: (path: string) => string): never {
  fail(isTooLarge === true ? 'DOCUMENT_TOO_LARGE' : 'DOCUMENT_INVALID', {
    issues: issues.map(({ path, message }) => ({ path: memberOf(path), message })),
  })
}

/** Fails with DOCUMENT_TOO_LARGE for HTML and CSS of `limits.contentBytes` or more together. */
export function checkContentSize({ html = '', css = '' }: Pick<ContentInput, 'html' | 'css'>): void {
  // UTF-8 takes at most three bytes for one UTF-16 unit.
  if ((html.length + css.length) * 3 < limits.contentBytes) return
  const bytes = bytesOf(html) + bytesOf(css)
  if (bytes < limits.contentBytes) return
  const limit = limits.contentBytes.toLocaleString('en-US')
  const given = bytes.toLocaleString('en-US')
  const message = `HTML and CSS together must be under 1 MB (${limit} bytes); these have ${given} bytes.`
  fail('DOCUMENT_TOO_LARGE', { issues: [{ path: html === '' ? '/css' : '/html', message }] })
}

/** A document with a title and nothing else, for a template made without content. */
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

/** Bytes of a JSON value as compact JSON in UTF-8. */
export function sizeOf(value: unknown): number {
  return bytesOf(JSON.stringify(value))
}

/** Bytes of a text in UTF-8. */
export function bytesOf(text: string): number {
  return Buffer.byteLength(text)
}
