import type { FieldDeclaration } from '../../../email/data/index.ts'
import type { Meta } from '../../../email/document/index.ts'

/**
 * A hand-written document: paddings as one or two numbers, rich text as HTML, no ids. readDocument converts it to the
 * canonical form.
 */
export interface StarterDocument {
  meta: Meta
  theme: object
  body: object
  fields: readonly FieldDeclaration[]
  rows: readonly object[]
}

export interface Starter {
  /** Stable name, used in URLs and in the `starter` column. */
  key: string
  name: string
  type: 'promotional' | 'transactional' | 'newsletter' | 'automation' | 'other'
  description: string
  tags: readonly string[]
  document: StarterDocument
  /** Data of one recipient; the fields use the same values as samples. */
  data: Readonly<Record<string, unknown>>
}

interface SectionSource {
  [property: string]: unknown
  columns?: readonly ColumnSource[]
  /** Blocks of a single column without style. */
  blocks?: readonly BlockSource[]
}

interface GroupSource {
  [property: string]: unknown
  type: 'group'
  rows: readonly SectionSource[]
}

interface ColumnSource {
  [property: string]: unknown
  name?: string
  blocks: readonly BlockSource[]
}

interface BlockSource {
  [property: string]: unknown
  type: string
}

interface StarterSource extends Omit<Starter, 'document'> {
  document: Omit<StarterDocument, 'rows'> & { rows: readonly (SectionSource | GroupSource)[] }
}

/** Adds types of rows and columns, equal column widths, and field samples from `data`. */
export function defineStarter({ document, ...starter }: StarterSource): Starter {
  const fields = document.fields.map((field) => {
    const sample = valueAt(starter.data, field.path)
    const { path, type, label = path, ...rest } = field
    return sample === undefined ? field : { path, type, label, sample, ...rest }
  })
  const rows = document.rows.map((row) => (isGroup(row) ? { ...row, rows: row.rows.map(section) } : section(row)))
  return { ...starter, document: { ...document, fields, rows } }
}

function isGroup(row: SectionSource | GroupSource): row is GroupSource {
  return row['type'] === 'group'
}

function section({ blocks = [], columns = [{ blocks }], ...rest }: SectionSource): object {
  return { type: 'section', ...rest, columns: columns.map(column) }
}

function column({ name, blocks, ...rest }: ColumnSource): object {
  return {
    type: 'column',
    ...(name === undefined ? {} : { name }),
    width: { fr: 1 },
    ...rest,
    blocks: blocks.map(block),
  }
}

function block(source: BlockSource): object {
  if (source.type !== 'columns') return source
  return { ...source, columns: (source['columns'] as readonly ColumnSource[]).map(column) }
}

function valueAt(data: unknown, path: string): unknown {
  return path.split('.').reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], data)
}
