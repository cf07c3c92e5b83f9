import type { Core } from './core.ts'
import { InvalidResponseError } from './errors.ts'
import type { Operation, Parameters } from './operation.ts'
import type { RequestOptions } from './options.ts'

interface Page {
  data?: unknown[]
  page?: { next_cursor?: string | null; has_more?: boolean }
}

/** Items of a list, page by page as they are needed. Throws if the service returns a cursor twice. */
export async function* iterate(
  core: Core,
  operation: Operation,
  parameters: Parameters,
  options: RequestOptions,
): AsyncGenerator<unknown, void> {
  const cursors = new Set<string>()
  for (let cursor = parameters['cursor']; ;) {
    const result = (await core.call(operation, { ...parameters, cursor }, options)) as Page | null
    const { data = [], page } = result ?? {}
    yield* data
    if (page?.has_more !== true || typeof page.next_cursor !== 'string') return
    if (cursors.has(page.next_cursor))
      throw new InvalidResponseError('INVALID_RESPONSE', 'The service returned the same cursor twice')
    cursors.add(page.next_cursor)
    cursor = page.next_cursor
  }
}
