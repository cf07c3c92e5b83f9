import type { TSchema } from '@sinclair/typebox'
import { trimmedMark } from '../../../kernel/schema/index.ts'

const trimmedMembers = new WeakMap<TSchema, readonly string[]>()

/** Trims the texts that the schema marks, and drops duplicates that this creates in lists. */
export function trimTexts<Body>(schema: TSchema, body: Body): Body {
  let names = trimmedMembers.get(schema)
  if (names === undefined) trimmedMembers.set(schema, (names = namesOfTrimmed(schema)))
  for (const name of names) {
    const value = (body as Record<string, unknown>)[name]
    if (typeof value === 'string') (body as Record<string, unknown>)[name] = value.trim()
    if (Array.isArray(value))
      (body as Record<string, unknown>)[name] = [...new Set(value.map((text: string) => text.trim()))]
  }
  return body
}

function namesOfTrimmed({ properties = {} }: TSchema): string[] {
  const isTrimmed = (each: TSchema): boolean =>
    trimmedMark in each ||
    ((each['anyOf'] as TSchema[] | undefined) ?? []).some(isTrimmed) ||
    (each['type'] === 'array' && isTrimmed(each['items'] as TSchema))
  return Object.entries(properties as Record<string, TSchema>).flatMap(([name, each]) =>
    isTrimmed(each) ? [name] : [],
  )
}
