import type { AuditActor } from '../../platform/audit/index.ts'
import type { Config } from '../../platform/config/index.ts'
import { peerAddress, requestId } from '../../platform/http/index.ts'

/** Client IP address and request id, for the audit log. */
export function originOf(request: Request): Pick<AuditActor, 'ip' | 'requestId'> {
  const ip = peerAddress(request)
  return { requestId: requestId(request), ...(ip === undefined ? {} : { ip }) }
}

/** Client of a sign-in, for the list of sessions. */
export function clientOf(request: Request): { ip?: string; userAgent?: string } {
  const { ip } = originOf(request)
  const userAgent = request.headers.get('user-agent')
  return { ...(ip === undefined ? {} : { ip }), ...(userAgent === null ? {} : { userAgent }) }
}

/** Origins of pages that may post forms to the service. */
export function ownOriginsOf({ appUrl, baseUrl }: Pick<Config, 'appUrl' | 'baseUrl'>) {
  return (request: Request): string[] => [appUrl, baseUrl, request.url].map((url) => new URL(url).origin)
}
