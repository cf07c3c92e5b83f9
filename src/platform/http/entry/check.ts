import type { TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'

const checks = new WeakMap<TSchema, TypeCheck<TSchema>>()

/** The compiled check of a schema. Compiled when it is first requested: all of them at once would double the time of a start. */
export function checkOf(schema: TSchema): TypeCheck<TSchema> {
  let check = checks.get(schema)
  if (check === undefined) checks.set(schema, (check = TypeCompiler.Compile(schema)))
  return check
}
