import type { TSchema } from '@sinclair/typebox'
import { shownOnceMark } from '../../kernel/schema/index.ts'

/** A copy of a response body with null in place of every member that its schema declares with `shownOnce`. */
export function withoutSecrets(schema: TSchema | undefined, body: unknown): unknown {
  if (schema === undefined || body === undefined) return body
  if (schema[shownOnceMark] === true) return null
  if (Array.isArray(schema['anyOf'])) {
    return (schema['anyOf'] as TSchema[]).reduce<unknown>((value, variant) => withoutSecrets(variant, value), body)
  }
  if (Array.isArray(body)) {
    const items = schema['items'] as TSchema | undefined
    return items === undefined ? body : body.map((item) => withoutSecrets(items, item))
  }
  const properties = schema['properties'] as Record<string, TSchema> | undefined
  if (properties === undefined || typeof body !== 'object' || body === null) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, withoutSecrets(properties[name], value)]),
  )
}
