import type { Issue } from '../../../kernel/errors/index.ts'
import type { BlockSchemas } from '../block-schema.ts'

/** Cleaners for authored HTML and CSS; without them such text is kept as it is. */
export interface ReadOptions {
  cleanHtml?(html: string): string
  cleanCss?(css: string): string
}

const maxIssues = 50
const maxSegmentLength = 100

/** The state of reading untrusted input: the current position, the issues, and the options. */
export class Reading {
  readonly path: (string | number)[] = []
  readonly issues: Issue[] = []
  /** True if one of the issues is the size of the whole, which has an error of its own. */
  isTooLarge = false
  /** Ids of the nodes read so far, and how many nodes there were with and without one. */
  ids = new Set<string>()
  nodes = 0
  unnamed = 0
  /** Loops around the current place. */
  loops = 0
  /** True if a columns block is around the current place. */
  nested = false
  /** True if an interactive block is around the current place. */
  interactive = false
  /** Children are left alone: only the node's own properties are read. */
  shallow = false
  /** Names of the document's assets, which represent addresses. */
  assets: Readonly<Record<string, unknown>> = {}
  readonly blocks: BlockSchemas
  readonly options: ReadOptions

  constructor(blocks: BlockSchemas, options: ReadOptions = {}) {
    this.blocks = blocks
    this.options = options
  }

  /** Notes what is wrong at the current place, or at a member of it. */
  problem(message: string, member?: string | number): undefined {
    if (this.issues.length < maxIssues) {
      this.issues.push({ path: pointer(member === undefined ? this.path : [...this.path, member]), message })
    }
    return undefined
  }

  /** Notes that the whole is too large. */
  tooLarge(message: string): undefined {
    this.isTooLarge = true
    return this.problem(message)
  }

  refused(): Refused {
    return this.isTooLarge ? { issues: this.issues, isTooLarge: true } : { issues: this.issues }
  }
}

/** Why input was refused; fit for structured cloning. */
export type Refused = {
  issues: Issue[]
  /** Because of the size of the whole. */
  isTooLarge?: boolean
}

/** Reads one value: gives it in canonical form, the same value when it is canonical already, and notes what is wrong. */
export type Reader = (value: unknown, reading: Reading) => unknown

/** A JSON Pointer (RFC 6901); overlong segments are cut. */
export function pointer(path: readonly (string | number)[]): string {
  let out = ''
  for (const segment of path) {
    const text = String(segment)
    const short = text.length > maxSegmentLength ? `${text.slice(0, maxSegmentLength)}…` : text
    out += `/${short.replace(/~/g, '~0').replace(/\//g, '~1')}`
  }
  return out
}

/** A value as messages quote it: short, on one line. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : value === null ? 'null' : describe(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

/** True if the value is an object with members, as opposed to a list, null or a plain value. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : String(value)
}
