import { type ApiError, type Issue, InvalidResponseError, apiError } from './errors.ts'
import { parseRetryAfter } from './retries.ts'

const maxErrorText = 65_536

export function requestIdOf(headers: Headers): string | undefined {
  return headers.get('x-request-id') ?? undefined
}

/** Text of a body. Throws if it is longer, without reading the rest. */
async function readText(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const decoder = new TextDecoder()
  let [text, length] = ['', 0]
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.byteLength
    if (length > maxBytes) {
      await reader.cancel()
      throw new InvalidResponseError('RESPONSE_TOO_LARGE', `The response is longer than ${maxBytes} bytes`)
    }
    text += decoder.decode(read.value, { stream: true })
  }
  return text + decoder.decode()
}

/** Throws `InvalidResponseError` for text that is not JSON. */
export async function readJson(response: Response, maxBytes: number): Promise<unknown> {
  const text = await readText(response, maxBytes)
  try {
    return JSON.parse(text) as unknown
  } catch {
    const type = response.headers.get('content-type') ?? 'no type'
    throw new InvalidResponseError('INVALID_RESPONSE', `Expected JSON, received ${type} with status ${response.status}`)
  }
}

/** The failure that a response with a status from 300 on describes, also one of a proxy that knows no problem details. */
export async function readFailure(response: Response, maxBytes: number, now: number): Promise<ApiError> {
  const text = await readText(response, maxBytes).catch(() => '')
  const body = parseBody(text)
  const members: Record<string, unknown> = typeof body === 'object' && body !== null ? { ...body } : {}
  const word = (name: string) => (typeof members[name] === 'string' ? members[name] : undefined)
  const code = word('code') ?? `HTTP_${response.status}`
  const title = word('title') ?? word('error') ?? `HTTP status ${response.status}`
  const detail = word('detail') ?? word('details')
  const issues = Array.isArray(members['issues']) ? members['issues'].filter(isIssue) : []
  const reasons = [...(detail === undefined ? [] : [detail]), ...issues.slice(0, 3).map(describe)]
  return apiError({
    status: response.status,
    code,
    message: [title, ...(reasons.length === 0 ? [] : [reasons.join(' ')])].join(': '),
    requestId: requestIdOf(response.headers) ?? word('request_id'),
    retryAfter: parseRetryAfter(response.headers.get('retry-after'), now),
    issues,
    body,
  })
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text.slice(0, maxErrorText)
  }
}

function isIssue(value: unknown): value is Issue {
  return typeof value === 'object' && value !== null && 'path' in value && 'message' in value
}

function describe({ path, message }: Issue): string {
  return `${path}: ${message}`
}
