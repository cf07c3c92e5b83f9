import { csrfOf } from '../../src/app/accounts/index.ts'

export const pageBase = 'http://svc.localhost'

/** A page without what a passkey would sign, which differs each time. */
export function withoutChallenge(page: string): string {
  return page.replace(/data-options="[^"]*"/, '')
}

/** A browser without a screen: keeps its cookies and posts forms as browsers do. */
export class PageVisitor {
  private readonly cookies = new Map<string, string>()
  private readonly answer: (request: Request) => Promise<Response>

  constructor(answer: (request: Request) => Promise<Response>) {
    this.answer = answer
  }

  async get(
    path: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; text: string; headers: Headers }> {
    return this.send(new Request(`${pageBase}${path}`, { headers: { ...this.headers(), ...headers } }))
  }

  async post(path: string, fields: Record<string, string>, headers: Record<string, string> = { origin: pageBase }) {
    const body = new URLSearchParams(fields)
    return this.send(
      new Request(`${pageBase}${path}`, { method: 'POST', body, headers: { ...this.headers(), ...headers } }),
    )
  }

  /** Calls the API as the console does, such as `DELETE /console/account/sessions`. */
  async call(line: string, send?: unknown, headers: Record<string, string> = { origin: pageBase }) {
    const [method = '', path = ''] = line.split(' ')
    const own = { 'content-type': 'application/json', 'svc-csrf': csrfOf(this.session) }
    const body = send === undefined ? {} : { body: JSON.stringify(send) }
    const all = { ...this.headers(), ...own, ...headers }
    const answer = await this.send(new Request(`${pageBase}/v1${path}`, { method, ...body, headers: all }))
    return { ...answer, body: (answer.text.startsWith('{') ? JSON.parse(answer.text) : undefined) as never }
  }

  /** The session that the browser has, empty where it has none. */
  get session(): string {
    return this.cookies.get('svc_session') ?? ''
  }

  set session(token: string) {
    this.cookies.set('svc_session', token)
  }

  /** Posts a form and follows the redirect, as browsers do. */
  async submit(path: string, fields: Record<string, string>) {
    const { status, headers, text } = await this.post(path, fields)
    return status === 303 ? this.get(headers.get('location') ?? '') : { status, headers, text }
  }

  private headers(): Record<string, string> {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ')
    return cookie === '' ? {} : { cookie }
  }

  private async send(request: Request) {
    const response = await this.answer(request)
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (set.includes('Max-Age=0')) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return { status: response.status, text: await response.text(), headers: response.headers }
  }
}
