import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type EmailDocument, readDocument } from '../../../src/email/document/index.ts'
import { type RenderOptions, renderEmail } from '../../../src/email/render/index.ts'

/** Reads a loosely written document, or says why it is none. */
export function readSample(input: object): EmailDocument {
  const read = readDocument({ meta: { title: 'Sample', lang: 'en' }, ...input }, blockTypes)
  if ('document' in read) return read.document
  throw new Error(JSON.stringify(read.issues))
}

/** A document of one section with one column that holds the blocks. */
export function withBlocks(blocks: readonly object[], rest: object = {}): EmailDocument {
  return readSample({ rows: [section([column(blocks)])], ...rest })
}

export function section(columns: readonly object[], rest: object = {}) {
  return { type: 'section', columns, ...rest }
}

export function column(blocks: readonly object[], rest: object = {}) {
  return { type: 'column', width: { fr: 1 }, blocks, ...rest }
}

/** HTML of blocks, the head left out. */
export function bodyOf(blocks: readonly object[], options: RenderOptions = { data: {} }, rest: object = {}): string {
  const { html = '' } = renderEmail(withBlocks(blocks, rest), blockTypes, { outputs: ['html'], ...options })
  return html.slice(html.indexOf('<body'))
}

/** Plain text of blocks. */
export function textOf(blocks: readonly object[], options: RenderOptions = { data: {} }, rest: object = {}): string {
  return renderEmail(withBlocks(blocks, rest), blockTypes, { outputs: ['text'], ...options }).text ?? ''
}

export { blockTypes, renderEmail }
