import { demoProjectId } from '../../kernel/ids/index.ts'
import type { WorkContext } from '../scheduling/index.ts'
import { addressOf, exchangeOf } from './exchange.ts'

/**
 * The partition of a request's work: project and caller if authenticated, otherwise an anonymous client, as for the editor
 * demo. The signal aborts if the caller closes the connection before the response.
 */
export function workContext(request: Request): WorkContext {
  const exchange = exchangeOf(request)
  const { caller } = exchange
  return {
    partition:
      caller === undefined || caller.projectId === demoProjectId
        ? { kind: 'anonymous', ip: addressOf(exchange) }
        : { kind: 'project', projectId: caller.projectId, client: caller.actor.id },
    // The runtime creates the signal of a request on first access.
    get signal() {
      return request.signal
    },
  }
}
