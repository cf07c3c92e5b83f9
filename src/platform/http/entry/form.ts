import { Kind, type Static, type TObject, type TSchema } from '@sinclair/typebox'
import { fail } from '../../../kernel/errors/index.ts'
import { arrivingBody, decodeText } from './body.ts'
import { trimTexts } from './trimming.ts'
import { checkOf, readIssues } from '../../../kernel/validation/index.ts'
import { readJson } from './json.ts'
import { boundaryOf, readMultipart } from './multipart.ts'

/** The file of a form. It can be read only once, while it arrives. */
export interface FormFile {
  /** The file name as the client sent it, not sanitized. */
  fileName: string
  bytes: AsyncIterable<Uint8Array>
}

const maxFields = 200
const maxFieldBytes = 64 * 1024

/**
 * Reads a multipart form with exactly one file, which `take` reads while it arrives. The other fields are checked against
 * the schema without its member `file`; a field that the schema declares as a list may repeat. Fails with VALIDATION_FAILED
 * on invalid fields, MALFORMED_REQUEST on a body that is no form or is truncated. If it fails after the file, `undo`
 * receives the result of `take`.
 */
export async function readForm<S extends TObject, T>(
  request: Request,
  schema: S,
  { take, undo }: { take(file: FormFile): Promise<T>; undo(taken: T): Promise<void> },
): Promise<{ fields: Omit<Static<S>, 'file'>; file: T }> {
  const boundary = boundaryOf(request.headers.get('content-type'))
  const fields: [string, string][] = []
  let taken: { file: T } | undefined
  try {
    for await (const part of readMultipart(arrivingBody(request), boundary)) {
      if (part.name !== 'file') {
        if (fields.length >= maxFields) fail('MALFORMED_REQUEST', `A form may have ${maxFields} fields.`)
        fields.push([part.name, await textOf(part.bytes)])
      } else if (taken !== undefined) refuse('/file', 'One file at a time.')
      else if (part.fileName === undefined) refuse('/file', 'Send it as a file, with a file name.')
      else taken = { file: await take({ fileName: part.fileName, bytes: part.bytes }) }
    }
    if (taken === undefined) return refuse('/file', 'A form has a file in its field "file".')
    return { fields: readFields(fields, schema), file: taken.file }
  } catch (error) {
    if (taken !== undefined) await undo(taken.file)
    throw error
  }
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > maxFieldBytes) fail('PAYLOAD_TOO_LARGE', `A field of the form may have ${maxFieldBytes} bytes.`)
    chunks.push(chunk.slice())
  }
  return decodeText(Buffer.concat(chunks))
}

function readFields<S extends TObject>(given: readonly [string, string][], schema: S): Omit<Static<S>, 'file'> {
  const fields: Record<string, unknown> = {}
  for (const [name, value] of given) {
    const kind = (schema.properties[name] as TSchema | undefined)?.[Kind]
    const before = fields[name]
    if (kind === 'Array') fields[name] = [...(Array.isArray(before) ? before : []), value]
    // The encoding of an object in a form by OpenAPI.
    else if (before === undefined) fields[name] = kind === 'Record' ? readJson(value) : value
    else refuse(`/${name}`, 'Must not be repeated.')
  }
  const check = checkOf(schema)
  const whole = { ...fields, file: '' }
  if (!check.Check(whole))
    fail('VALIDATION_FAILED', {
      detail: 'Correct the fields of the form listed in issues.',
      issues: readIssues(check.Errors(whole)),
    })
  return trimTexts(schema, fields) as Omit<Static<S>, 'file'>
}

function refuse(path: string, message: string): never {
  return fail('VALIDATION_FAILED', {
    detail: 'Correct the fields of the form listed in issues.',
    issues: [{ path, message }],
  })
}
