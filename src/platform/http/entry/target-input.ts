import type { TSchema } from '@sinclair/typebox'
import { fail } from '../../../kernel/errors/index.ts'
import type { TargetReader } from '../operation-input.ts'
import { checkOf, readIssues } from '../../../kernel/validation/index.ts'
import { type QueryReader, createQueryReader } from './query.ts'

/** A reader for one operation. Without a query schema every parameter is refused. */
export function createTargetReader(path: TSchema | undefined, query: TSchema | undefined): TargetReader {
  let readQuery: QueryReader | undefined
  return (params, search) => {
    if (path !== undefined) checkPath(path, params)
    readQuery ??= createQueryReader(query)
    return { params, query: readQuery(search) }
  }
}

function checkPath(schema: TSchema, params: Record<string, string>): void {
  const check = checkOf(schema)
  if (check.Check(params)) return
  fail('VALIDATION_FAILED', {
    detail: 'Correct the parts of the path listed in issues.',
    issues: readIssues(check.Errors(params)),
  })
}
