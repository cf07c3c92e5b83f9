export type DraftHeaders = Record<string, string | number>

/** Status and headers of a response; the guard has already written the rate limit headers. */
export type Settings = { status?: number | string; headers: DraftHeaders }

/** A response that has not been sent yet. */
export type Draft = { status: number; headers: DraftHeaders; body: string | null }

class WrittenJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A handler's value that is JSON text already, such as a stored response. Typed as the value it serializes. */
export function writtenJson<T>(text: string): T {
  return new WrittenJson(text) as T
}

/** The value that a handler returned, with written JSON parsed. */
export function valueOf(given: unknown): unknown {
  return given instanceof WrittenJson ? JSON.parse(given.text) : given
}

/**
 * The response that a handler's value becomes: empty, text, or JSON. A Response keeps its status and its headers; only
 * missing headers are added.
 */
export function draftOf(given: unknown, { status = 200, headers }: Settings): Draft | Response {
  if (given instanceof Response) {
    for (const name in headers) if (!given.headers.has(name)) given.headers.set(name, String(headers[name]))
    return given
  }
  if (given === undefined) return { status: Number(status), headers, body: null }
  const isText = typeof given === 'string'
  headers['content-type'] ??= isText ? 'text/plain' : 'application/json'
  const body = isText ? given : given instanceof WrittenJson ? given.text : JSON.stringify(given)
  return { status: Number(status), headers, body }
}
