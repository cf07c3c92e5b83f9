import type { FieldDeclaration } from '../../../email/data/index.ts'
import type { Meta } from '../../../email/document/index.ts'

/**
 * A document as a person writes it: paddings as one or two numbers, rich text as HTML, ids left out. readDocument makes
 * it canonical.
 */
export interface StarterDocument {
  meta: Meta
  theme: object
  body: object
  fields: readonly FieldDeclaration[]
  rows: readonly object[]
}

/** A public template that a new project can start from. */
export interface Starter {
  /** Stable name in addresses and in the `starter` column. */
  key: string
  name: string
  type: 'promotional' | 'transactional' | 'newsletter' | 'automation' | 'other'
  description: string
  tags: readonly string[]
  document: StarterDocument
  /** Data of one recipient, the same that the fields carry as samples. */
  data: Readonly<Record<string, unknown>>
}
