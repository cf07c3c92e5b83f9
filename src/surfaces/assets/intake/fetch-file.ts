import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { OutboundError, type Send } from '../../../platform/net/index.ts'

/**
 * Fetches a file from a public URL through the guarded client. FETCH_FAILED if the URL is not allowed, the status is not
 * 200, or the body exceeds the limit of an image.
 */
export async function fetchFile(send: Send, url: string): Promise<{ bytes: Uint8Array; fileName: string }> {
  try {
    const answer = await send({
      method: 'GET',
      url,
      headers: { Accept: 'image/*, */*;q=0.5' },
      timeoutMs: limits.assetFetchSeconds * 1000,
      maxBodyBytes: limits.imageBytes,
      onTooLarge: 'refuse',
      redirects: limits.assetFetchRedirects,
      decompress: true,
    })
    if (answer.status !== 200) fail('FETCH_FAILED', `The server responded with ${answer.status}.`)
    return { bytes: answer.body, fileName: lastPart(answer.url) }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return fail('FETCH_FAILED', { detail: error.message, cause: error })
  }
}

function lastPart(url: string): string {
  const { pathname } = new URL(url)
  const last = pathname.split('/').findLast((part) => part !== '') ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
