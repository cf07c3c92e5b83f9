import type { TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { type ValueError, ValueErrorIterator, ValueErrorType } from '@sinclair/typebox/errors'

/** A compiled schema. Lengths of texts are Unicode characters, as JSON Schema 2020-12 counts them. */
export interface SchemaCheck {
  Check(value: unknown): boolean
  Errors(value: unknown): Iterable<ValueError>
}

const checks = new WeakMap<TSchema, SchemaCheck>()

/** Schemas are compiled on first use: compiling all of them at once would double the startup time. */
export function checkOf(schema: TSchema): SchemaCheck {
  let check = checks.get(schema)
  if (check === undefined) checks.set(schema, (check = countCharacters(TypeCompiler.Compile(schema))))
  return check
}

/** TypeBox counts UTF-16 units, so what it refuses may be short enough; what it accepts is never too long. */
function countCharacters(compiled: TypeCheck<TSchema>): SchemaCheck {
  const errorsOf = (value: unknown) => errorsIn(compiled.Errors(value))
  return {
    Check: (value) => compiled.Check(value) || errorsOf(value).next().done === true,
    Errors: errorsOf,
  }
}

function* errorsIn(errors: Iterable<ValueError>): Generator<ValueError, undefined> {
  for (const error of errors) {
    if (isShortEnough(error)) continue
    const counted = error.type === ValueErrorType.Union ? countVariants(error) : error
    if (counted !== undefined) yield counted
  }
  return undefined
}

function isShortEnough({ type, schema, value }: ValueError): boolean {
  if (type !== ValueErrorType.StringMaxLength || typeof value !== 'string') return false
  const max = Number(schema['maxLength'])
  // A character has at most two units.
  return value.length <= 2 * max && countOf(value) <= max
}

function countOf(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Undefined if the value fits a variant. */
function countVariants(error: ValueError): ValueError | undefined {
  const variants = error.errors.map((each) => begin(errorsIn(each)))
  return variants.every((variant) => variant !== undefined) ? { ...error, errors: variants } : undefined
}

// Errors are found one by one and once only, so the first one is put back.
function begin(errors: Generator<ValueError, undefined>): ValueErrorIterator | undefined {
  const { done, value: first } = errors.next()
  return done === true || first === undefined ? undefined : new ValueErrorIterator(joined(first, errors))
}

function* joined(first: ValueError, rest: Iterable<ValueError>): Generator<ValueError> {
  yield first
  yield* rest
}
