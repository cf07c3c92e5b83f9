import type { LintOptions } from '../../../../src/email/lint/index.ts'

/** A document that raises a rule, one that nearly does, and what the message must say. */
export interface Case {
  raises: object
  clean?: object
  options?: Partial<LintOptions>
  says: string
  node?: string
  /** True if it comes with a fix; both may be where the answer depends on the document. */
  fix?: boolean
}

export type Cases = Record<string, Case>
