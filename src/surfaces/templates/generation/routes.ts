import { type Http, workContext } from '../../../platform/http/index.ts'
import type { WorkerPool } from '../../../platform/jobs/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { documentErrors } from '../template/index.ts'
import { GenerateEmail, GeneratedEmail } from './contract.ts'
import { type DocumentCache, type Generation, checkDataSize, generate } from './generation.ts'

export interface GenerationDeps {
  http: Http
  store: Store
  cdnUrl: string
  workers: WorkerPool
  signImages?: Generation['signImages']
}

export function generationRoutes({ http, store, cdnUrl, workers, signImages }: GenerationDeps) {
  const documents: DocumentCache = new WeakMap()
  return http.surface('templates').post(
    '/templates/generate',
    ({ caller, body, request }) => {
      checkDataSize(body.data, Number(request.headers.get('content-length') ?? 0))
      return generate(
        { db: store.read, cdnUrl, workers: workers.forCaller(workContext(request)), documents, signImages },
        caller,
        body,
      )
    },
    {
      id: 'templates.generate',
      summary: 'Generate an email from a document and data',
      description:
        'Renders a document or a stored template with the given data. Nothing is stored, so repeated requests need no ' +
        'Idempotency-Key. Missing required data causes a warning in the report; with `strict`, the request fails.',
      scope: 'templates:read',
      repeats: 'document',
      body: GenerateEmail,
      response: { 200: GeneratedEmail },
      errors: [
        'TEMPLATE_NOT_FOUND',
        'RELEASE_NOT_FOUND',
        'NOT_PUBLISHED',
        ...documentErrors,
        'DATA_INVALID',
        'LIQUID_INVALID',
        'RENDER_TOO_LARGE',
      ],
    },
  )
}
