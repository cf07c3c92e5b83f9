/** Scenario tables: one request in; one status, partial body, headers and events out; one test per row. */
import { expect, test } from 'bun:test'

/** What the rows are sent to. `keys` holds API keys by the name that rows use. */
export interface Answering {
  handle(request: Request): Promise<Response> | Response
  keys?: Readonly<Record<string, string>>
  /** Types of the events since it was last asked, oldest first. */
  events?(): Promise<string[]>
}

export interface Scenario<S extends Answering = Answering> {
  name: string
  /** Method and path: `'GET /v1/templates/my'`; a function where the path holds what only the service knows. */
  call: string | ((service: S) => string)
  /** Name of one of the service's keys, or a key itself; null sends none. The key named `a` unless given. */
  key?: string | null
  headers?: Record<string, string> | ((service: S) => Record<string, string>)
  /** Body: a string is sent as it is, anything else as JSON. */
  send?: unknown
  status: number
  /** What the body holds at least; for text, what it contains. */
  body?: object | string
  /** What these headers of the answer are, or match; null: absent. */
  answers?: Record<string, string | RegExp | null>
  /** Which events it emits, in their order, for services that hear them; none when it is refused, unless given. */
  fires?: readonly string[]
  /** Anything else worth checking. */
  then?: (answer: Answer, service: S) => void | Promise<void>
}

export type Answer = { status: number; headers: Headers; text: string; body: unknown }

/** Declares one test per row. Give a function when the service starts in `beforeAll`. */
export function scenarios<S extends Answering>(service: S | (() => S), rows: readonly Scenario<S>[]): void {
  for (const row of rows) {
    test(row.name, async () => {
      const target = typeof service === 'function' ? service() : service
      const fires = row.fires ?? (row.status >= 400 ? [] : undefined)
      if (fires !== undefined) await target.events?.()
      const answer = await ask(target, row)
      expect({ status: answer.status, body: answer.body }).toMatchObject({
        status: row.status,
        ...(typeof row.body === 'object' ? { body: row.body } : {}),
      })
      if (typeof row.body === 'string') expect(answer.text).toContain(row.body)
      for (const [name, wanted] of Object.entries(row.answers ?? {})) {
        const found = answer.headers.get(name)
        if (wanted instanceof RegExp) expect(found, name).toMatch(wanted)
        else expect(found, name).toBe(wanted)
      }
      if (fires !== undefined && target.events !== undefined) expect(await target.events()).toEqual([...fires])
      await row.then?.(answer, target)
    })
  }
}

/** Sends the request of a row and reads the whole answer. */
export async function ask<S extends Answering>(
  service: S,
  row: Pick<Scenario<S>, 'call' | 'key' | 'headers' | 'send'>,
): Promise<Answer> {
  const call = typeof row.call === 'function' ? row.call(service) : row.call
  const space = call.indexOf(' ')
  const own = typeof row.headers === 'function' ? row.headers(service) : row.headers
  const headers = new Headers()
  const key = row.key === null ? undefined : (service.keys?.[row.key ?? 'a'] ?? row.key)
  if (key !== undefined) headers.set('svc-api-auth', key)
  if (row.send !== undefined) headers.set('content-type', 'application/json')
  for (const [name, value] of Object.entries(own ?? {})) headers.set(name, value)
  const response = await service.handle(
    new Request(`http://localhost${call.slice(space + 1)}`, {
      method: call.slice(0, space),
      headers,
      ...(row.send === undefined ? {} : { body: printBody(row.send) }),
    }),
  )
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: readBody(text) }
}

function printBody(send: unknown): string | Blob {
  return typeof send === 'string' || send instanceof Blob ? send : JSON.stringify(send)
}

function readBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
