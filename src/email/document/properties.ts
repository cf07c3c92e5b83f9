import type { TSchema, TUnsafe } from '@sinclair/typebox'
import * as Type from '@sinclair/typebox'
import { limits } from '../../kernel/limits.ts'
import type { Color, RichText, Url } from './model.ts'

/**
 * What a string or value of a block means beyond its JSON shape. Reading, translating, linting and rendering find such
 * values by this mark on their schema, so a block type says it once.
 */
export type Meaning = 'rich-text' | 'tagged-text' | 'url' | 'color' | 'html' | 'instant-or-path'

/** Key under which a property schema carries its meaning. */
const meaningKey = 'x-svc-meaning'

/** The meaning of a property schema, if it has one. */
export function meaningOf(schema: TSchema): Meaning | undefined {
  return schema[meaningKey] as Meaning | undefined
}

/** Rich text: canonical runs, or on input a restricted HTML string. */
export function richText(options: Record<string, unknown> = {}): TUnsafe<RichText> {
  return Type.Unsafe<RichText>(
    Type.Union([Type.Array(Type.Unknown()), Type.String()], { ...options, [meaningKey]: 'rich-text' }),
  )
}

/** One line of text that may hold merge tags, such as a label or an alternative text. */
export function taggedText(options: Record<string, unknown> = {}) {
  return Type.String({ maxLength: 10_000, ...options, [meaningKey]: 'tagged-text' })
}

/** An address that may hold merge tags; empty while it is not set. */
export function url(options: Record<string, unknown> = {}): TUnsafe<Url> {
  return Type.Unsafe<Url>(Type.String({ maxLength: 8192, ...options, [meaningKey]: 'url' }))
}

/** A color literal or a reference to the theme. */
export function color(options: Record<string, unknown> = {}): TUnsafe<Color> {
  const pattern =
    '^(#([0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})|transparent|\\$color\\.[A-Za-z][A-Za-z0-9_-]{0,63})$'
  return Type.Unsafe<Color>(Type.String({ pattern, ...options, [meaningKey]: 'color' }))
}

/** A whole number of px. */
export function pixels(minimum = 0, maximum = 2000, options: Record<string, unknown> = {}) {
  return Type.Integer({ minimum, maximum, ...options })
}

/** Authored HTML: cleaned of anything executable on write, otherwise kept byte for byte. */
export function htmlSource(options: Record<string, unknown> = {}) {
  return Type.String({ maxLength: limits.documentBytes, ...options, [meaningKey]: 'html' })
}

/** An ISO 8601 instant, or the path of a date field. */
export function instantOrPath(options: Record<string, unknown> = {}) {
  return Type.String({ minLength: 1, maxLength: 256, ...options, [meaningKey]: 'instant-or-path' })
}
