import { demoProjectId } from '../../kernel/ids/index.ts'
import type { WorkContext } from '../scheduling/index.ts'
import { addressOf, exchangeOf } from './exchange.ts'

/**
 * Whose work a request submits: its project's and caller's once they are known, otherwise an anonymous client's, as is
 * that of the editor demo. The signal aborts
 * when the caller closes the connection before it has the response.
 */
export function workContext(request: Request): WorkContext {
  const exchange = exchangeOf(request)
  const { caller } = exchange
  return {
    partition:
      caller === undefined || caller.projectId === demoProjectId
        ? { kind: 'anonymous', ip: addressOf(exchange) }
        : { kind: 'project', projectId: caller.projectId, client: caller.actor.id },
    // The runtime makes the signal of a request when it is first read.
    get signal() {
      return request.signal
    },
  }
}
