import { list, object, parametersOf } from './arguments.ts'
import { type ErrorResponse, failureOf } from './failures.ts'

/**
 * The failure of a call with invalid arguments, with the expected values. INVALID_FORMAT for `export` (interface 7).
 */
export function refusalOfCall(name: string): ErrorResponse {
  const expected = parametersOf(name)
  const [first] = expected
  if (first === undefined) return invalidArgs(`there is no method ${name.slice(0, 40)}`)
  const [parameter, values] = first
  if (typeof values === 'number') {
    if (values === object || values === list)
      return invalidArgs(`${parameter} must be an ${values === list ? 'array' : 'object'} of JSON`)
    const names = expected.map(([each]) => each).join(' and ')
    return invalidArgs(`${names} must be ${expected.length > 1 ? 'strings' : 'a string'}`)
  }
  const rule = `${parameter} must be ${listOf(values)}`
  return name === 'export' ? failureOf('INVALID_FORMAT', rule) : invalidArgs(rule)
}

export function invalidArgs(rule: string): ErrorResponse {
  return { ...failureOf('INVALID_ARGS'), error: `Invalid arguments: ${rule}` }
}

/** Joins values: `a, b or c`. */
export function listOf(values: readonly unknown[]): string {
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
}
