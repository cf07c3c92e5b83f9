import type { TSchema, TUnsafe } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { limits } from '../../kernel/limits.ts'
import { publishedMark } from '../../kernel/schema/index.ts'
import type { Color, RichText, Url } from './model.ts'

/**
 * Semantics of a property beyond its JSON type, marked in its schema. Reading, translating, linting and rendering find such
 * values by this mark, so a block type declares it once.
 */
export type Meaning = 'rich-text' | 'tagged-text' | 'url' | 'color' | 'html' | 'instant-or-path'

const meaningKey = 'x-svc-meaning'

export function meaningOf(schema: TSchema): Meaning | undefined {
  return schema[meaningKey] as Meaning | undefined
}

/** Canonical runs, or a restricted HTML string on input. */
export function richText(options: Record<string, unknown> = {}): TUnsafe<RichText> {
  return Type.Unsafe<RichText>(
    Type.Union([Type.Array(Type.Unknown()), Type.String()], { ...options, [meaningKey]: 'rich-text' }),
  )
}

/** One line of text that may contain merge tags, such as a label or an alternative text. */
export function taggedText(options: Record<string, unknown> = {}) {
  return Type.String({ maxLength: 10_000, ...options, [meaningKey]: 'tagged-text' })
}

// readUrl in reading/text.ts, for callers: whether an asset has the name, it alone can tell.
const schemes = '[Hh][Tt][Tt][Pp][Ss]?://|[Mm][Aa][Ii][Ll][Tt][Oo]:|[Tt][Ee][Ll]:|[Ss][Mm][Ss]:'
const publishedUrl = {
  pattern: `^(?:[A-Za-z0-9_-]{0,64}|(?:${schemes}|#|/cdn/|\\{\\{)[^\\u0000-\\u001f\\u007f]*)$`,
}

/** A URL that may contain merge tags, or the name of an asset of the document; empty if unset. */
export function url(options: Record<string, unknown> = {}): TUnsafe<Url> {
  return Type.Unsafe<Url>(
    Type.String({ maxLength: 8192, ...options, [publishedMark]: publishedUrl, [meaningKey]: 'url' }),
  )
}

/** A color literal or a theme color. */
export function color(options: Record<string, unknown> = {}): TUnsafe<Color> {
  const pattern =
    '^(#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|transparent|\\$color\\.[A-Za-z][A-Za-z0-9_-]{0,63})$'
  return Type.Unsafe<Color>(Type.String({ pattern, ...options, [meaningKey]: 'color' }))
}

/** Whole px. */
export function pixels(minimum = 0, maximum = 2000, options: Record<string, unknown> = {}) {
  return Type.Integer({ minimum, maximum, ...options })
}

/** Authored HTML: executable content is removed on write, everything else is preserved byte for byte. */
export function htmlSource(options: Record<string, unknown> = {}) {
  return Type.String({ maxLength: limits.documentBytes, ...options, [meaningKey]: 'html' })
}

/** An ISO 8601 instant, or the path of a date field. */
export function instantOrPath(options: Record<string, unknown> = {}) {
  return Type.String({ minLength: 1, maxLength: 256, ...options, [meaningKey]: 'instant-or-path' })
}
