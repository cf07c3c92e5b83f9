import { Type } from '@sinclair/typebox'
import { isRecord } from '../api/record.ts'

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
  return Array.isArray(value) ? value.filter(isRecord) : []
}

/** The cursor of a page of the API as that of the tool. */
export function nextCursorOf({ page }: Readonly<Record<string, unknown>>): { next_cursor?: string } {
  const next = isRecord(page) ? page['next_cursor'] : undefined
  return typeof next === 'string' ? { next_cursor: next } : {}
}
