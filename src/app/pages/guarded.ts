import { ServiceError, catalog } from '../../kernel/errors/index.ts'
import type { Log } from '../../platform/log/index.ts'
import { messagePage } from './landing.ts'
import { answerPage } from './respond.ts'

/** Responds to catalog errors with a page; the service handles and logs all others. */
export async function guarded(log: Log, answer: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { status, message, remedy } = catalog[error.apiCode]
    if (status >= 500) log.error('page request failed', { code: error.apiCode, error: error.context.cause })
    return answerPage(messagePage(message, remedy), status, error.context.headers)
  }
}
