import { Api, type Adapter, type Account, PushFailure, type Wire } from '../../../email/push/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { OutboundError, type Send } from '../../../platform/net/index.ts'

/**
 * The API of an account over the guarded client, which follows no redirects, so that secrets are only sent to the configured
 * host.
 */
export function openApi(
  adapter: Adapter,
  account: Account,
  { send, baseUrl, signal }: { send: Send; baseUrl: string | null; signal?: AbortSignal },
): Api {
  return new Api(adapter, account, { wire: wireOver(adapter, send, signal), baseUrl: baseUrl ?? undefined })
}

function wireOver({ name }: Adapter, send: Send, signal: AbortSignal | undefined): Wire {
  return async (request) => {
    try {
      return await send({
        ...request,
        timeoutMs: limits.pushSeconds * 1000,
        maxBodyBytes: limits.pushAnswerBytes,
        onTooLarge: 'refuse',
        decompress: true,
        ...(signal === undefined ? {} : { signal }),
      })
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      throw failureOf(error, name, request.method)
    }
  }
}

function failureOf({ kind, message }: OutboundError, name: string, method: string): PushFailure {
  if (kind === 'invalid_url' || kind === 'blocked_address') {
    return new PushFailure('blocked', `${name} may not be called: ${message}`)
  }
  // After a failure of DNS, connect or TLS the request was certainly not sent.
  const isUncertain = method !== 'GET' && !['dns', 'connect', 'tls'].includes(kind)
  const reach = kind === 'too_large' ? 'garbled' : 'unreachable'
  return new PushFailure(reach, `${name} did not respond: ${message}`, { isUncertain })
}
