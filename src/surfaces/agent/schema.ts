import type { Static, TObject } from '@sinclair/typebox'
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { checkOf, readIssues } from '../../kernel/validation/index.ts'

/** A TypeBox schema as the Standard Schema that the protocol library validates with and publishes. */
export function standardSchema<S extends TObject>(schema: S): StandardSchemaWithJSON<Static<S>, Static<S>> {
  const json = () => published(schema) as Record<string, unknown>
  return {
    '~standard': {
      version: 1,
      vendor: 'typebox',
      validate: (value) => {
        const check = checkOf(schema)
        if (check.Check(value)) return { value: value as Static<S> }
        return { issues: readIssues(check.Errors(value)).map(({ path, message }) => issueOf(path, message)) }
      },
      jsonSchema: { input: json, output: json },
    },
  }
}

function issueOf(pointer: string, message: string) {
  return { message, path: pointer.split('/').slice(1) }
}

/** Shorter JSON Schema with the same meaning: alternatives of constants become `enum`. */
function published(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(published)
  if (typeof value !== 'object' || value === null) return value
  const { anyOf, ...rest } = value as { anyOf?: unknown }
  if (!Array.isArray(anyOf) || !anyOf.every(isConstant))
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, published(member)]))
  return { ...rest, enum: anyOf.map((each) => each.const) }
}

function isConstant(value: unknown): value is { const: unknown } {
  return typeof value === 'object' && value !== null && 'const' in value
}
