type Bytes = Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

/** A file to send. A stream is sent as it is read, and a call with one is not retried. `openAsBlob` of Node 20 streams and retries. */
export type Upload = Bytes | { content: Bytes; name?: string; type?: string }

/** A body of `multipart/form-data` (RFC 7578), or of bytes alone. */
export interface UploadBody {
  body: Blob | ReadableStream<Uint8Array>
  type: string
}

interface NamedUpload {
  content: Bytes
  name: string
  type: string
}

export function isStream(value: unknown): value is ReadableStream<Uint8Array> {
  return typeof ReadableStream === 'function' && value instanceof ReadableStream
}

export function bytesBody(upload: unknown): UploadBody {
  const { content, type } = namedUpload(upload as Upload)
  return { body: isStream(content) ? content : new Blob([content]), type }
}

/** Lists repeat the field; objects are JSON (OpenAPI 3.1, 4.8.14.1). `boundary` must not be in the content. */
export function formBody(fields: Readonly<Record<string, unknown>>, boundary: string): UploadBody {
  const parts = Object.entries(fields).flatMap(([name, value]) => partsOf(boundary, name, value))
  const all = [...parts, `--${boundary}--\r\n`].map((part) => (isStream(part) ? part : new Blob([part])))
  const type = `multipart/form-data; boundary=${boundary}`
  return { body: compose(all) ?? concatenate(all), type }
}

/** One blob, which can be sent again; undefined if a part is a stream, or a file that Bun leaves out of a blob of several. */
function compose(parts: readonly (Blob | ReadableStream<Uint8Array>)[]): Blob | undefined {
  const blobs = parts.filter((part) => part instanceof Blob)
  const whole = new Blob(blobs)
  const size = blobs.reduce((sum, blob) => sum + blob.size, 0)
  return blobs.length === parts.length && whole.size === size ? whole : undefined
}

function partsOf(boundary: string, name: string, value: unknown): (Bytes | string)[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.flatMap((each: unknown) => partsOf(boundary, name, each))
  const open = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"`
  if (!isUpload(value))
    return [`${open}\r\n\r\n${typeof value === 'object' ? JSON.stringify(value) : String(value)}\r\n`]
  const file = namedUpload(value)
  const head = `${open}; filename="${escapeName(file.name)}"\r\nContent-Type: ${file.type}\r\n\r\n`
  return [head, file.content, '\r\n']
}

function isUpload(value: unknown): value is Upload {
  return isBytes(value) || (typeof value === 'object' && value !== null && 'content' in value && isBytes(value.content))
}

function isBytes(value: unknown): value is Bytes {
  return value instanceof Blob || value instanceof Uint8Array || isStream(value)
}

function namedUpload(upload: Upload): NamedUpload {
  const { content, name, type }: { content: Bytes; name?: string; type?: string } =
    typeof upload === 'object' && 'content' in upload ? upload : { content: upload }
  const own = content instanceof Blob ? content : undefined
  const fileName = name ?? (own !== undefined && 'name' in own ? String(own.name).split('/').at(-1) : undefined)
  return { content, name: fileName ?? 'file', type: clean(type ?? (own?.type || 'application/octet-stream')) }
}

/** As browsers escape names (HTML, multipart form data). */
function escapeName(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}

function clean(type: string): string {
  return type.replace(/[\r\n]/g, '')
}

function concatenate(parts: readonly (Blob | ReadableStream<Uint8Array>)[]): ReadableStream<Uint8Array> {
  const chunks = chunksOf(parts)
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return()
    },
  })
}

async function* chunksOf(parts: readonly (Blob | ReadableStream<Uint8Array>)[]): AsyncGenerator<Uint8Array, void> {
  for (const part of parts) {
    const reader = (isStream(part) ? part : part.stream()).getReader()
    try {
      for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
    } finally {
      await reader.cancel().catch(() => undefined)
    }
  }
}
