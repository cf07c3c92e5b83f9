/** Files on their way to the service, as forms. */
import type { Answer } from '../../support/scenario.ts'
import type { TestService } from '../../support/service.ts'

export interface SentFile {
  bytes: Uint8Array | string
  fileName?: string
  fields?: readonly (readonly [string, string])[]
  key?: string
  headers?: Record<string, string>
}

/** A form with a file, as a body and its media type. */
export async function formOf({ bytes, fileName = 'picture.png', fields = [] }: SentFile) {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  form.append('file', new File([typeof bytes === 'string' ? bytes : bytes.slice()], fileName))
  const body = new Response(form)
  return { type: body.headers.get('content-type') ?? '', bytes: await body.bytes() }
}

/** Uploads a file as the first project unless a key is given. */
export async function sendFile(service: TestService, file: SentFile): Promise<Answer> {
  const form = await formOf(file)
  return answerOf(
    await service.handle(
      new Request('http://localhost/v1/assets', {
        method: 'POST',
        headers: { 'svc-api-auth': file.key ?? service.keys.a, 'content-type': form.type, ...file.headers },
        body: form.bytes,
      }),
    ),
  )
}

/** Uploads a file that has to be taken, and answers the asset. */
export async function sendAsset(
  service: TestService,
  file: SentFile,
): Promise<{ id: string; url: string; bytes: number }> {
  const answer = await sendFile(service, file)
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.body as { id: string; url: string; bytes: number }
}

export async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text()
  let body: unknown = text
  try {
    body = JSON.parse(text)
  } catch {
    // Not every answer is JSON.
  }
  return { status: response.status, headers: response.headers, text, body }
}
