import { parametersOf, text } from './arguments.ts'
import { type ErrorResponse, failureOf } from './failures.ts'

/** Why a call is refused: which argument of the method takes what. INVALID_FORMAT for `export`, as the interface has it. */
export function refusalOfCall(name: string): ErrorResponse {
  const expected = parametersOf(name)
  const [first] = expected
  if (first === undefined) return invalidArgs(`there is no method ${name.slice(0, 40)}`)
  const [parameter, values] = first
  if (values === text) return invalidArgs(`${expected.map(([each]) => each).join(' and ')} must be strings`)
  const rule = `${parameter} must be ${listOf(values)}`
  return name === 'export' ? failureOf('INVALID_FORMAT', rule) : invalidArgs(rule)
}

/** INVALID_ARGS with a message of the method's own. */
export function invalidArgs(rule: string): ErrorResponse {
  return { ...failureOf('INVALID_ARGS'), error: `Invalid arguments: ${rule}` }
}

/** Words as a sentence lists them: `a, b or c`. */
export function listOf(values: readonly unknown[]): string {
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`
}
