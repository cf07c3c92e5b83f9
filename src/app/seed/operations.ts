import type { Service } from '../service.ts'

/** Calls operations of the API under `/v1`. Throws an Error with the detail of a refusal. */
export interface Operations {
  get<T>(path: string): Promise<T>
  post<T>(path: string, body?: unknown): Promise<T>
  put<T>(path: string, body: unknown): Promise<T>
  /** Sends a form, or a file as it is. */
  upload<T>(path: string, body: FormData | Uint8Array<ArrayBuffer>): Promise<T>
}

interface Refusal {
  detail?: string
  title?: string
  issues?: readonly { path: string; message: string }[]
}

export function createOperations({ handle }: Pick<Service, 'handle'>, apiKey: string): Operations {
  async function send(method: string, path: string, body: string | FormData | Uint8Array<ArrayBuffer> | null) {
    const headers: Record<string, string> = { 'svc-api-auth': apiKey }
    if (typeof body === 'string') headers['content-type'] = 'application/json'
    if (body instanceof Uint8Array) headers['content-type'] = 'application/octet-stream'
    const response = await handle(new Request(`http://localhost${path}`, { method, headers, body }))
    if (response.ok) return response
    const { detail, issues, title } = (await response.json()) as Refusal
    const listed = issues?.map((issue) => `${issue.path} ${issue.message}`).join('; ')
    throw new Error(`${method} ${path}: ${listed ?? detail ?? title ?? response.status}`)
  }
  const print = (body: unknown) => (body === undefined ? null : JSON.stringify(body))
  return {
    get: async <T>(path: string) => (await (await send('GET', `/v1${path}`, null)).json()) as T,
    post: async <T>(path: string, body?: unknown) =>
      (await (await send('POST', `/v1${path}`, print(body))).json()) as T,
    put: async <T>(path: string, body: unknown) => (await (await send('PUT', `/v1${path}`, print(body))).json()) as T,
    upload: async <T>(path: string, body: FormData | Uint8Array<ArrayBuffer>) =>
      (await (await send('POST', `/v1${path}`, body)).json()) as T,
  }
}
