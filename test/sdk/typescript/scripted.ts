import { type RequestOptions, Svc, SvcError, type TransportRequest } from '../../../sdk/typescript/src/index.ts'
import type { CallVector, ExpectedError, ScriptedResponse } from '../conformance.ts'

export interface Sent extends TransportRequest {
  url: string
}

/** A client whose transport returns scripted responses, one a request, with jitter 0.5 and a clock that does not run. */
export function scriptedClient(next: (url: string) => ScriptedResponse | undefined) {
  const [sent, delays]: [Sent[], number[]] = [[], []]
  const client = new Svc({
    baseUrl: 'https://svc.example',
    apiKey: 'svc_test',
    random: () => 0.5,
    now: () => Date.parse('2026-11-21T10:00:00Z'),
    sleep: (milliseconds) => {
      delays.push(milliseconds / 1000)
      return Promise.resolve()
    },
    timeout: 20,
    transport: (url, request) => {
      sent.push({ ...request, url })
      const response = next(url)
      if (response === undefined) throw new Error(`The script has no response to ${url}`)
      if (response.failure === 'connection') throw new TypeError('fetch failed')
      if (response.failure === 'timeout') return untilAborted(request.signal)
      const { status = 200, headers = {}, body = '' } = response
      const isEmpty = status === 204 || status === 304
      return Promise.resolve(new Response(isEmpty ? null : body, { status, headers }))
    },
  })
  return { client, sent, delays }
}

function untilAborted(signal: AbortSignal): Promise<Response> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
}

/** Calls the operation of a vector by its name. */
export async function callOperation(
  client: Svc,
  { operation, parameters, options = {} }: CallVector,
): Promise<unknown> {
  const [resource = '', name = ''] = operation.split('.')
  const methods = Object(Reflect.get(client, resource)) as Record<string, (...values: object[]) => Promise<unknown>>
  const own: RequestOptions = {
    ...(options.idempotency_key !== undefined && { idempotencyKey: options.idempotency_key }),
    ...(options.if_match !== undefined && { ifMatch: options.if_match }),
    ...(options.if_none_match !== undefined && { ifNoneMatch: options.if_none_match }),
    ...(options.max_retries !== undefined && { maxRetries: options.max_retries }),
    ...(options.headers !== undefined && { headers: options.headers }),
  }
  // A method without parameters has the options first; none of the vectors gives both.
  return await methods[name]?.(parameters, own)
}

/** What a vector expects of an error, read from an error. */
export function errorFields(error: unknown, expected: ExpectedError): Record<string, unknown> {
  if (!(error instanceof SvcError)) throw error
  const fields: Record<string, unknown> = { ...error, class: error.name, message: error.message }
  const names = { retry_after: 'retryAfter', request_id: 'requestId' } as Record<string, string>
  const body = fields['body'] as Record<string, unknown>
  return Object.fromEntries(
    Object.keys(expected).map((name) => [
      name,
      name === 'member' ? [expected.member?.[0], body[expected.member?.[0] ?? '']] : fields[names[name] ?? name],
    ]),
  )
}

export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return await promise.then(
    (value) => Promise.reject(new Error(`Expected a failure, not ${JSON.stringify(value)}`)),
    (error: unknown) => error,
  )
}
