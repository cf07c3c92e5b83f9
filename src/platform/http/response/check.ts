import { ServiceError } from '../../../kernel/errors/index.ts'
import { valueOf } from '../draft.ts'
import { checkOf } from '../entry/check.ts'
import { readIssues } from '../entry/issues.ts'
import type { Operation } from '../operation.ts'

/** Holds what a handler gave against the operation's schema for that status. */
export type AnswerCheck = (operation: Operation, status: number | string, given: unknown) => void

/** A check that fails with INTERNAL, and the places in its cause. A Response is taken as it is. */
export function createAnswerCheck(): AnswerCheck {
  return (operation, status, given) => {
    const schema = operation.responses[status]
    if (schema === undefined || given instanceof Response) return
    const check = checkOf(schema)
    const value = valueOf(given)
    if (check.Check(value)) return
    const places = readIssues(check.Errors(value)).map((issue) => `${issue.path} ${issue.message}`)
    throw new ServiceError('INTERNAL', {
      cause: new Error(`The response does not match its schema: ${places.join(' ')}`),
    })
  }
}
