import type { FetchFile } from '../../../deliverability/bimi/index.ts'
import type { FetchPolicy } from '../../../deliverability/mta-sts/index.ts'
import { OutboundError, type Send } from '../../../platform/net/index.ts'

const policyBytes = 64 * 1024
const requestTimeoutMs = 8000

/** Fetches policies and logos through the guarded client, without redirects (RFC 8461 3.3). */
export function fileFetcher(send: Send): FetchFile {
  return async (url, maxBodyBytes) => {
    try {
      const { body, headers, status } = await send({
        method: 'GET',
        url,
        timeoutMs: requestTimeoutMs,
        maxBodyBytes,
        onTooLarge: 'refuse',
      })
      if (status !== 200) return { problem: `the response is ${status}.`, isLocalFailure: false }
      return { bytes: body, mediaType: headers['content-type'] }
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      // Without a response, the fault may be in the network on this side, not at the domain.
      return { problem: error.message, isLocalFailure: ['timeout', 'aborted', 'connect'].includes(error.kind) }
    }
  }
}

export function policyFetcher(send: Send): FetchPolicy {
  const fetchFile = fileFetcher(send)
  return async (url) => {
    const fetched = await fetchFile(url, policyBytes)
    if ('problem' in fetched) return fetched
    return { text: new TextDecoder().decode(fetched.bytes), mediaType: fetched.mediaType }
  }
}
