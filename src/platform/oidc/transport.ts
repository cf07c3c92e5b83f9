import * as oauth from 'oauth4webapi'
import { limits } from '../../kernel/limits.ts'
import type { OutboundRequest, Send } from '../net/index.ts'
import { OidcError } from './oidc-error.ts'

/** The requests of oauth4webapi over the guarded client: no redirects, bounded in time and size. */
function fetchWith(send: Send) {
  return async (
    url: string,
    { body, headers, method }: { body?: unknown; headers: Record<string, string>; method: string },
  ): Promise<Response> => {
    const answer = await send({
      url,
      method: method as OutboundRequest['method'],
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      timeoutMs: limits.oidcSeconds * 1000,
      maxBodyBytes: limits.oidcBytes,
      onTooLarge: 'refuse',
    })
    // A proxy or the wrong URL, not a provider: a Response with these has other rules.
    if (answer.status < 200 || answer.status > 599) throw new OidcError('unreachable', `Status ${answer.status}.`)
    const hasBody = answer.status !== 204 && answer.status !== 205 && answer.status !== 304
    return new Response(hasBody ? Buffer.from(answer.body) : null, {
      status: answer.status,
      headers: answer.headers,
    })
  }
}

/** Options of every request; plain http only for a provider on this machine, which the settings ensure. */
export function requestOptions(send: Send, issuer: string) {
  return {
    [oauth.customFetch]: fetchWith(send),
    [oauth.allowInsecureRequests]: issuer.startsWith('http://'),
  }
}
