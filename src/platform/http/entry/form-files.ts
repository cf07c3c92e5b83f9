import { fail } from '../../../kernel/errors/index.ts'
import { boundaryOf, readMultipart } from './multipart.ts'

/** A file in a body that is in memory. */
export interface HeldFile {
  /** As the client sent it, not sanitized; undefined for a body that is no form. */
  readonly name?: string | undefined
  readonly bytes: Uint8Array<ArrayBuffer>
}

/**
 * The files of a body that was read: the parts of a form, or the body itself. VALIDATION_FAILED above `maxFiles`,
 * MALFORMED_REQUEST for a form that is truncated.
 */
export async function* formFiles(
  request: Request,
  body: Uint8Array<ArrayBuffer>,
  maxFiles: number,
): AsyncGenerator<HeldFile, void, void> {
  const type = request.headers.get('content-type')
  if (type === null || !/^\s*multipart\/form-data\b/i.test(type)) {
    yield { bytes: body }
    return
  }
  let count = 0
  for await (const part of readMultipart(once(body), boundaryOf(type))) {
    if (++count > maxFiles)
      fail('VALIDATION_FAILED', { issues: [{ path: '', message: `a form may have ${maxFiles} files` }] })
    const pieces: Uint8Array[] = []
    for await (const piece of part.bytes) pieces.push(piece.slice())
    yield { name: part.fileName ?? part.name, bytes: Bun.concatArrayBuffers(pieces, Number.POSITIVE_INFINITY, true) }
  }
}

async function* once(body: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
  yield body
}
