import { fail } from '../../kernel/errors/index.ts'

// Space for two of the longest passwords with every byte written as %XX, and some to spare.
const largestForm = 16 * 1024

/**
 * The fields of a form sent by one of our own pages. CSRF_REJECTED when another site sent it; browsers name the
 * origin of every form they post, and Lax cookies are the second line.
 */
export async function readForm(request: Request, ownOrigins: readonly string[]): Promise<URLSearchParams> {
  const origin = request.headers.get('origin')
  const site = request.headers.get('sec-fetch-site')
  if (origin !== null ? !ownOrigins.includes(origin) : site !== null && site !== 'same-origin') fail('CSRF_REJECTED')
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/x-www-form-urlencoded')
    fail('UNSUPPORTED_MEDIA_TYPE', 'Send the form as application/x-www-form-urlencoded.')
  return new URLSearchParams(await readText(request))
}

async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder()
  let length = 0
  let text = ''
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength
    if (length > largestForm) fail('PAYLOAD_TOO_LARGE', `A form may have ${largestForm} bytes.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
