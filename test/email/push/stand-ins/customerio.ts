import { type StandIn, hasShape, idIn } from '../stand-in.ts'

const key = '0123456789abcdef0123456789abcdef'
const base = '/v1/design_studio/emails'

/** App API: emails of Design Studio. */
export const customerio: StandIn = {
  provider: 'customerio',
  path: '',
  account: { credentials: { app_api_key: key }, settings: { region: 'eu' } },
  wrong: { credentials: { app_api_key: key.replace('0', 'f') }, settings: {} },
  answer({ headers, json, method, path }, templates) {
    if (headers.get('authorization') !== `Bearer ${key}`) return this.refusal(401)
    if (method === 'GET' && path === '/v1/workspaces')
      return { status: 200, body: { workspaces: [{ id: 1, name: 'Acme' }] } }
    if (method === 'GET' && path === base)
      return { status: 200, body: { emails: [...templates.values()], folders: [], meta: {} } }
    const given = json?.['content']
    const amp = typeof given === 'object' && given !== null && 'amp' in given ? ({ amp: 'string' } as const) : {}
    const content = { subject: 'string', preheader_text: 'string', html: 'string', text: 'string', ...amp } as const
    if (!hasShape(json, { name: 'string', content: 'object' }) || !hasShape(json?.['content'], content))
      return undefined
    if (method === 'POST' && path === base) {
      const id = crypto.randomUUID()
      templates.set(id, { id, ...json, created: Math.floor(Date.now() / 1000) })
      return { status: 200, body: { email: templates.get(id) } }
    }
    const template = templates.get(idIn(path, /^\/v1\/design_studio\/emails\/([^/]+)$/) ?? '')
    if (method !== 'PUT') return undefined
    if (template === undefined) return this.refusal(404)
    Object.assign(template, json)
    return { status: 204 }
  },
  refusal: (status) => ({
    status,
    body: { errors: [{ detail: `A refusal with ${status}`, status: String(status) }] },
    ...(status === 429 ? { headers: { 'Retry-After': '7' } } : {}),
  }),
  kept: ({ content, name }) => ({ name, ...(content as { html: unknown; subject: unknown; text: unknown }) }),
}
