import type { TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'

const checks = new WeakMap<TSchema, TypeCheck<TSchema>>()

/** Schemas are compiled on first use: compiling all of them at once would double the startup time. */
export function checkOf(schema: TSchema): TypeCheck<TSchema> {
  let check = checks.get(schema)
  if (check === undefined) checks.set(schema, (check = TypeCompiler.Compile(schema)))
  return check
}
