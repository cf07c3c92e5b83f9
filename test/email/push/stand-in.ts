/** Stand-ins for the APIs of providers on loopback: each refuses what its provider's documentation does not describe. */
import type { Account } from '../../../src/email/push/index.ts'
import { cleanUp } from '../../support/clean-up.ts'

/** A request as it arrived. */
export interface RecordedRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  /** The body, where it is JSON; else undefined. */
  json: Record<string, unknown> | undefined
  /** The fields of a form. */
  form: Record<string, string>
  /** Its files. */
  files: Record<string, { name: string; type: string; bytes: Uint8Array }>
}

export interface Answer {
  status: number
  body?: unknown
  text?: string
  headers?: Record<string, string>
}

/** The images of the account, by their public address. */
export type Images = Map<string, { name: string; bytes: Uint8Array }>

/** The templates of the account, by id. */
export type Templates = Map<string, Record<string, unknown>>

export interface StandIn {
  provider: string
  /** What the connection's base_url ends with. */
  path: string
  account: Account
  /** Credentials that look right and are not. */
  wrong: Account
  /** The answer that its documentation gives; undefined for a request that it does not describe. */
  answer(asked: RecordedRequest, templates: Templates, images: Images): Answer | undefined
  /** A refusal of this status in the provider's own shape. */
  refusal(status: number): Answer
  /** Subject, HTML and text of a template as they are kept there; undefined where the provider has none. */
  kept(template: Record<string, unknown>): { name: unknown; html: unknown; subject?: unknown; text?: unknown }
}

/** What happens with the next request instead: an answer; or the right thing, with 502 for its answer, or none at all. */
export type Mishap = Answer | 'lose' | 'silence'

export interface Running {
  url: string
  templates: Templates
  images: Images
  asked: RecordedRequest[]
  /** Requests that no documentation describes. */
  faults: string[]
  mishaps: Mishap[]
}

/** Starts one on a free port; ends with the tests. */
export function startStandIn(standIn: StandIn): Running {
  const running: Running = { url: '', templates: new Map(), images: new Map(), asked: [], faults: [], mishaps: [] }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 0,
    async fetch(request) {
      const asked = await read(request, standIn.path)
      running.asked.push(asked)
      const mishap = running.mishaps.shift()
      if (typeof mishap === 'object') return write(mishap)
      const answer = standIn.answer(asked, running.templates, running.images)
      if (answer === undefined)
        running.faults.push(`${asked.method} ${asked.path} ${JSON.stringify(asked.json ?? asked.form)}`)
      if (mishap === 'silence') return new Promise<Response>(() => undefined)
      return write(mishap === 'lose' ? { status: 502 } : (answer ?? { status: 400, text: 'not documented' }))
    },
  })
  cleanUp(() => server.stop(true))
  running.url = `http://127.0.0.1:${server.port}${standIn.path}`
  return running
}

async function read(request: Request, base: string): Promise<RecordedRequest> {
  const { pathname, searchParams } = new URL(request.url)
  const type = request.headers.get('content-type') ?? ''
  const isForm = type.startsWith('multipart/form-data')
  const form: RecordedRequest['form'] = {}
  const files: RecordedRequest['files'] = {}
  if (isForm) {
    for (const [name, value] of await request.formData()) {
      form[name] = typeof value === 'string' ? value : await value.text()
      if (typeof value !== 'string') files[name] = { name: value.name, type: value.type, bytes: await value.bytes() }
    }
  }
  const text = isForm ? '' : await request.text()
  return {
    method: request.method,
    path: pathname.startsWith(base) ? pathname.slice(base.length) : `outside ${pathname}`,
    query: searchParams,
    headers: request.headers,
    json: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
    form,
    files,
  }
}

function write({ body, headers, status, text }: Answer): Response {
  if (text !== undefined) return new Response(text, { status, ...(headers === undefined ? {} : { headers }) })
  if (body === undefined) return new Response(null, { status, ...(headers === undefined ? {} : { headers }) })
  return Response.json(body, { status, ...(headers === undefined ? {} : { headers }) })
}

/** Keeps an image and answers where. */
export function storeImage(images: Images, { bytes, name }: { bytes: Uint8Array; name: string }): string {
  const url = `https://pictures.example.com/${images.size}/${name}`
  images.set(url, { name, bytes })
  return url
}

/** Whether the object has exactly these members, and each is of its type. */
export function hasShape(value: unknown, shape: Record<string, 'string' | 'number' | 'boolean' | 'object'>): boolean {
  if (typeof value !== 'object' || value === null) return false
  const members = Object.entries(value)
  return members.length === Object.keys(shape).length && members.every(([name, each]) => typeof each === shape[name])
}

/** The id in a path that matches `/templates/(…)`. */
export function idIn(path: string, pattern: RegExp): string | undefined {
  const found = pattern.exec(path)?.[1]
  return found === undefined ? undefined : decodeURIComponent(found)
}
