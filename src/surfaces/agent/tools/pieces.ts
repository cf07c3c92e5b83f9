import { Type } from '@sinclair/typebox'

/** Schemas that several tools share. Short, because every model reads them before its first call. */
export const CreditsUsed = Type.Integer()
export const Cursor = Type.Optional(Type.String())
export const NextCursor = Type.Optional(Type.String())
export const Count = Type.Integer()

/** The named members of a value, in this order; those that it lacks are omitted. */
export function pick(value: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (value[name] === undefined ? [] : [[name, value[name]]])))
}

export function recordsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value)
    ? value.filter((each): each is Record<string, unknown> => typeof each === 'object' && each !== null)
    : []
}
