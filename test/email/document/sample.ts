import { Type } from '@sinclair/typebox'
import {
  type BlockSchema,
  type BlockSchemas,
  type EmailDocument,
  htmlSource,
  instantOrPath,
  pixels,
  readDocument,
  richText,
  taggedText,
  url,
} from '../../../src/email/document/index.ts'
import type { Issue } from '../../../src/kernel/errors/index.ts'
import { closed, literals } from '../../../src/kernel/schema/index.ts'

const types: BlockSchema[] = [
  { type: 'text', schema: closed({ text: richText() }), defaults: {} },
  {
    type: 'heading',
    schema: closed({ text: richText(), level: Type.Integer({ minimum: 1, maximum: 4 }) }),
    defaults: {},
  },
  {
    type: 'button',
    schema: closed({ label: taggedText(), href: url(), fullWidth: Type.Optional(Type.Boolean()) }),
    defaults: {},
  },
  { type: 'image', schema: closed({ src: url(), alt: taggedText(), width: Type.Optional(pixels()) }), defaults: {} },
  { type: 'spacer', schema: closed({ height: pixels() }), defaults: {} },
  { type: 'html', schema: closed({ html: htmlSource() }), defaults: {} },
  { type: 'countdown', schema: closed({ until: instantOrPath() }), defaults: {} },
  {
    type: 'menu',
    schema: closed({
      items: Type.Array(closed({ label: taggedText(), href: url() }), { minItems: 1, maxItems: 10 }),
      layout: literals(['row', 'stack']),
    }),
    defaults: {},
  },
  { type: 'table', schema: closed({ rows: Type.Array(Type.Array(richText())) }), defaults: {} },
  { type: 'columns', schema: closed({}), defaults: {} },
  {
    type: 'accordion',
    schema: closed({ items: Type.Array(closed({ title: taggedText(), text: richText() })) }),
    defaults: {},
  },
  { type: 'dynamicList', schema: closed({ src: url(), path: Type.String(), as: Type.String() }), defaults: {} },
]

/** A small set of block types, enough for every kind of property a block can have. */
export const blocks: BlockSchemas = new Map(types.map((one) => [one.type, one]))

/** Reads a document that the test knows to be valid. */
export function valid(input: unknown): EmailDocument {
  const read = readDocument(input, blocks)
  if ('issues' in read) throw new Error(JSON.stringify(read.issues))
  return read.document
}

/** The issues of a document that the test knows to be invalid. */
export function issuesOf(input: unknown): Issue[] {
  const read = readDocument(input, blocks)
  if ('document' in read) throw new Error('The document is valid')
  return read.issues
}

/** A document whose only column holds these blocks. */
export function withBlocks(...list: unknown[]): { rows: unknown[] } {
  return { rows: [{ id: 's', type: 'section', columns: [{ id: 'c', blocks: list }] }] }
}
