import { requestIdOf } from './response.ts'

/** Bytes of a file or image, which are not read before the caller does. */
export class Download {
  readonly contentType: string
  /** Bytes, if the service announced them. */
  readonly contentLength: number | undefined
  readonly headers: Headers
  readonly requestId: string | undefined
  readonly #response: Response

  constructor(response: Response) {
    this.headers = response.headers
    this.contentType = response.headers.get('content-type') ?? 'application/octet-stream'
    const length = response.headers.get('content-length')
    this.contentLength = length === null ? undefined : Number(length)
    this.requestId = requestIdOf(response.headers)
    this.#response = response
  }

  /** Cancel it to close the connection early. */
  get body(): ReadableStream<Uint8Array> {
    return this.#response.body ?? new Blob([]).stream()
  }

  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await this.#response.arrayBuffer())
  }

  async text(): Promise<string> {
    return await this.#response.text()
  }
}

/** One event of a stream (HTML, server-sent events). */
export interface ServerEvent {
  event: string
  id: string | undefined
  /** Parsed JSON, or the text if it is none. */
  data: unknown
}

/** Events as they arrive; leaving the loop closes the connection. */
export async function* readEvents(response: Response): AsyncGenerator<ServerEvent, void> {
  const reader = response.body?.getReader()
  if (reader === undefined) return
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const text = rest + decoder.decode(read.value, { stream: true })
      const blocks = text.split(/\r\n\r\n|\n\n|\r\r/)
      rest = blocks.pop() ?? ''
      for (const block of blocks) yield* eventOf(block)
    }
  } finally {
    await reader.cancel()
  }
}

function eventOf(block: string): ServerEvent[] {
  const fields = block.split(/\r\n|\n|\r/).map((line) => /^([^:]+):? ?([^]*)$/.exec(line)?.slice(1) ?? [])
  const last = (name: string) => fields.findLast(([key]) => key === name)?.[1]
  const lines = fields.filter(([key]) => key === 'data').map(([, value = '']) => value)
  return lines.length === 0
    ? []
    : [{ event: last('event') ?? 'message', id: last('id'), data: parseData(lines.join('\n')) }]
}

function parseData(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
