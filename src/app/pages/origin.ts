import type { AuditActor } from '../../platform/audit/index.ts'
import { peerAddress, requestId } from '../../platform/http/index.ts'

/** Client IP address and request id, for the audit log. */
export function originOf(request: Request): Pick<AuditActor, 'ip' | 'requestId'> {
  const ip = peerAddress(request)
  return { requestId: requestId(request), ...(ip === undefined ? {} : { ip }) }
}
