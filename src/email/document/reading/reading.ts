import type { Issue } from '../../../kernel/errors/index.ts'
import type { BlockSchemas } from '../block-schema.ts'

/** Sanitizers for authored HTML and CSS; without them such text is kept unchanged. */
export interface ReadOptions {
  cleanHtml?(html: string): string
  cleanCss?(css: string): string
}

const maxIssues = 50
const maxSegmentLength = 100

/** State of reading untrusted input: the current position, the issues, and the options. */
export class Reading {
  readonly path: (string | number)[] = []
  readonly issues: Issue[] = []
  /** True if an issue is about the total size, which has its own error code. */
  isTooLarge = false
  /** Ids of the nodes read so far, and the number of nodes with and without one. */
  ids = new Set<string>()
  nodes = 0
  unnamed = 0
  /** Characters of HTML derived from blocks of host pages so far. */
  derived = 0
  /** Number of loops around the current position. */
  loops = 0
  /** True inside a columns block. */
  nested = false
  /** True inside an interactive block. */
  interactive = false
  /** Children are skipped: only the node's own properties are read. */
  shallow = false
  /** The document's assets, whose names are valid as URLs. */
  assets: Readonly<Record<string, unknown>> = {}
  readonly blocks: BlockSchemas
  readonly options: ReadOptions

  constructor(blocks: BlockSchemas, options: ReadOptions = {}) {
    this.blocks = blocks
    this.options = options
  }

  /** Adds an issue at the current position, or at a member of it. */
  problem(message: string, member?: string | number): undefined {
    if (this.issues.length < maxIssues) {
      this.issues.push({ path: pointer(member === undefined ? this.path : [...this.path, member]), message })
    }
    return undefined
  }

  /** Adds an issue about the total size. */
  tooLarge(message: string): undefined {
    this.isTooLarge = true
    return this.problem(message)
  }

  refused(): Refused {
    return this.isTooLarge ? { issues: this.issues, isTooLarge: true } : { issues: this.issues }
  }
}

/** Reasons for a rejection; structured-cloneable. */
export type Refused = {
  issues: Issue[]
  /** The total size exceeds the limit. */
  isTooLarge?: boolean
}

/** Reads one value and returns its canonical form, the same value if already canonical; adds issues to `reading`. */
export type Reader = (value: unknown, reading: Reading) => unknown

/** A JSON Pointer (RFC 6901); overlong segments are truncated. */
export function pointer(path: readonly (string | number)[]): string {
  let out = ''
  for (const segment of path) {
    const text = String(segment)
    const short = text.length > maxSegmentLength ? `${text.slice(0, maxSegmentLength)}…` : text
    out += `/${short.replace(/~/g, '~0').replace(/\//g, '~1')}`
  }
  return out
}

/** Formats a value for messages: one line, at most 60 characters. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : value === null ? 'null' : describe(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

/** True for an object that is neither a list nor null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : String(value)
}
