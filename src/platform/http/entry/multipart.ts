import { fail } from '../../../kernel/errors/index.ts'

/** One part of a multipart body. Its bytes have to be read before the next part is requested. */
export interface MultipartPart {
  name: string
  /** As the client sent it; undefined for a field that is no file. */
  fileName: string | undefined
  bytes: AsyncIterable<Uint8Array>
}

const maxHeadBytes = 16 * 1024
const maxBoundaryLength = 70

/** The boundary of a multipart body (RFC 2046 5.1.1). Fails with MALFORMED_REQUEST if the header has none. */
export function boundaryOf(contentType: string | null): string {
  const match = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType ?? '')
  const boundary = match?.[1] ?? match?.[2] ?? ''
  if (boundary === '' || boundary.length > maxBoundaryLength)
    fail('MALFORMED_REQUEST', 'The Content-Type of a form names a boundary of 1 to 70 characters.')
  return boundary
}

/**
 * The parts of a multipart/form-data body (RFC 7578) as they arrive. At most one chunk and the header of one part are in
 * memory. Fails with MALFORMED_REQUEST on a body that is not multipart, or is truncated.
 */
export async function* readMultipart(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<MultipartPart, void, void> {
  const window = new Window(body)
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  // The first delimiter may start the body, with no line break before it.
  window.prepend(Buffer.from('\r\n'))
  await exhaust(window.upTo(delimiter))
  while (!(await isLast(window))) {
    const head = Buffer.concat(await collect(window.upTo(Buffer.from('\r\n\r\n')), maxHeadBytes)).toString('utf8')
    const bytes = window.upTo(delimiter)
    yield { ...readHead(head), bytes }
    await exhaust(bytes)
  }
}

class Window {
  readonly #source: AsyncIterator<Uint8Array>
  #held: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  prepend(bytes: Buffer): void {
    this.#held = Buffer.concat([bytes, this.#held])
  }

  /** Yields the bytes before the mark and consumes the mark. */
  async *upTo(mark: Buffer): AsyncGenerator<Uint8Array, void, void> {
    for (;;) {
      const at = this.#held.indexOf(mark)
      if (at !== -1) {
        const rest = this.#held.subarray(0, at)
        this.#held = this.#held.subarray(at + mark.length)
        if (rest.length > 0) yield rest
        return
      }
      // The buffer may end with the beginning of the mark.
      const sure = this.#held.length - mark.length + 1
      if (sure > 0) {
        const part = this.#held.subarray(0, sure)
        this.#held = this.#held.subarray(sure)
        yield part
      }
      await this.#more()
    }
  }

  async take(count: number): Promise<Buffer> {
    while (this.#held.length < count) await this.#more()
    const taken = this.#held.subarray(0, count)
    this.#held = this.#held.subarray(count)
    return taken
  }

  async #more(): Promise<void> {
    const next = await this.#source.next()
    if (next.done === true) return fail('MALFORMED_REQUEST', 'The form ends before it is complete.')
    const { buffer, byteOffset, byteLength } = next.value
    const chunk = Buffer.from(buffer, byteOffset, byteLength)
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk])
  }
}

/** Reads the bytes after a delimiter: `--` after the last one, else white space and a line break. */
async function isLast(window: Window): Promise<boolean> {
  let two = (await window.take(2)).toString('latin1')
  if (two === '--') return true
  for (let padding = 0; /^[ \t]/.test(two) && padding < maxBoundaryLength; padding++)
    two = two.slice(1) + (await window.take(1)).toString('latin1')
  if (two !== '\r\n') fail('MALFORMED_REQUEST', 'Malformed multipart body: a part does not start with a boundary.')
  // A part without headers starts with its empty line.
  window.prepend(Buffer.from('\r\n'))
  return false
}

// RFC 7578 4.2. Clients differ in percent-encoding of names; HTML encodes only quotes and line breaks.
function readHead(head: string): { name: string; fileName: string | undefined } {
  const disposition = /^content-disposition:\s*form-data\s*((?:;.*)?)$/im.exec(head)?.[1]
  if (disposition === undefined) fail('MALFORMED_REQUEST', 'A part of the form has no Content-Disposition: form-data.')
  const parameter = (key: string) => {
    const match = new RegExp(`;\\s*${key}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s]+))`, 'i').exec(disposition)
    const value = match?.[1]?.replace(/\\(["\\])/g, '$1') ?? match?.[2]
    return value?.replace(/%(22|0D|0A)/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
  const name = parameter('name') ?? fail('MALFORMED_REQUEST', 'A part of the form has no name.')
  return { name, fileName: parameter('filename') }
}

async function exhaust(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _ of bytes);
}

async function collect(bytes: AsyncIterable<Uint8Array>, max: number): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > max) fail('MALFORMED_REQUEST', `The head of a part of the form may have ${max} bytes.`)
    chunks.push(chunk)
  }
  return chunks
}
