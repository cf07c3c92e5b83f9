import type { ServiceError } from '../../kernel/errors/index.ts'
import type { Refused } from './fields.ts'

/** The form again, with its values and the reason. */
export function refusedBy({ context, message }: ServiceError, values: Readonly<Record<string, string>> = {}): Refused {
  const { issues, detail } = context
  return { values, ...(issues === undefined ? { message: detail ?? message } : { issues }) }
}
