/** The data language as structure: what `{{ … }}`, conditions and loops mean, free of any syntax. */

/** Dotted path into the data, such as `order.items` or `item.price`. */
export type Path = string

/** What is in text and is no text. */
export type MergeTag = FieldTag | NativeTag

/** A value from the data, written `{{ path | default: "x" | upcase }}` in text. */
export interface FieldTag {
  path: Path
  fallback?: string
  filters?: Filter[]
  /** Not escaped in HTML text. Only where the owner of the data is the author of the template. */
  raw?: true
}

/**
 * A tag of another template language that has no meaning here, such as `{{t 'Hello'}}`; written
 * `{{ "{{t 'Hello'}}" | native }}` in text. Only the system it was written for reads it.
 */
export interface NativeTag {
  native: string
}

export interface Filter {
  name: 'upper' | 'lower' | 'capitalize' | 'date' | 'number' | 'truncate' | 'url'
  /** `date`: strftime pattern; `number`: decimals, or an ISO 4217 currency; `truncate`: characters. */
  argument?: string | number
  /** `date` only: IANA time zone; UTC unless said. */
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
  /** Items rendered when there is no data. */
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
