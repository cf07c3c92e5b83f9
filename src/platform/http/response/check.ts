import { ServiceError } from '../../../kernel/errors/index.ts'
import { valueOf } from '../draft.ts'

import { checkOf, readIssues } from '../../../kernel/validation/index.ts'
import type { Operation } from '../operation.ts'

/** Checks a handler's value against the operation's schema for that status. */
export type AnswerCheck = (operation: Operation, status: number | string, given: unknown) => void

/** The check fails with INTERNAL, with the paths of the mismatches in its cause. A Response is not checked. */
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
