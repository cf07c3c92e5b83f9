/** The data language as syntax-independent structures: merge tags, conditions and loops. */

/** Dotted path into the data, such as `order.items` or `item.price`. */
export type Path = string

export type MergeTag = FieldTag | NativeTag

/**
 * A value of the data, `{{ path
 * default: "x"
 * upcase }}` in text.
 */
export interface FieldTag {
  path: Path
  fallback?: string
  filters?: Filter[]
  /** Not escaped in HTML text. Only for data that the template's author controls. */
  raw?: true
}

/**
 * A tag of another template language, such as `{{t 'Hello'}}`; in text `{{ "{{t 'Hello'}}"
 * native }}`. Only its own system evaluates it.
 */
export interface NativeTag {
  native: string
}

export interface Filter {
  name: 'upper' | 'lower' | 'capitalize' | 'date' | 'number' | 'truncate' | 'url'
  /** `date`: strftime pattern; `number`: decimals, or an ISO 4217 currency; `truncate`: characters. */
  argument?: string | number
  /** For `date` only: IANA time zone; default UTC. */
  zone?: string
}

export type Condition =
  | { op: 'and' | 'or'; of: Condition[] }
  | { op: 'not'; of: Condition }
  | { op: 'exists' | 'empty'; path: Path }
  | { op: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains'; path: Path; value: string | number | boolean | null }
  | { op: 'native'; target: string; before: string; after: string }

export interface Loop<Else = unknown> {
  in: Path
  as: string
  limit?: number
  /** Number of items that are rendered without data. */
  sample?: number
  else?: Else[]
}

export interface FieldDeclaration {
  path: Path
  type: 'string' | 'number' | 'boolean' | 'date' | 'url' | 'image' | 'list' | 'object'
  label?: string
  sample?: unknown
  default?: unknown
  required?: boolean
}

/** Text with merge tags, in order; a string is literal text. */
export type TaggedText = readonly (string | MergeTag)[]
