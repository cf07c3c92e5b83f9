import { fail } from '../../kernel/errors/index.ts'

// Two passwords of maximum length with every byte percent-encoded, and some reserve.
const largestForm = 16 * 1024

/**
 * Reads a form posted by a page of this service. CSRF_REJECTED if another site sent it; browsers send Origin with every
 * form, and Lax cookies are the second defense.
 */
export async function readForm(
  request: Request,
  ownOrigins: readonly string[],
  maxBytes: number = largestForm,
): Promise<URLSearchParams> {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  if (origin !== null ? !ownOrigins.includes(origin) : site !== null && site !== 'same-origin') fail('CSRF_REJECTED')
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded')
    fail('UNSUPPORTED_MEDIA_TYPE', 'Send the form as application/x-www-form-urlencoded.')
  return new URLSearchParams(await readText(request, maxBytes))
}

export async function readText(request: Request, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder()
  let length = 0
  let text = ''
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength
    if (length > maxBytes) fail('PAYLOAD_TOO_LARGE', `A form may have ${maxBytes} bytes.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
