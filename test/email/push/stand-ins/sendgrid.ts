import { type StandIn, hasShape, idIn } from '../stand-in.ts'

const key = 'SG.0123456789abcdefghijkl.0123456789abcdefghijklmnopqrstuvwxyz01234567'
const version = {
  name: 'string',
  active: 'number',
  subject: 'string',
  html_content: 'string',
  plain_content: 'string',
  generate_plain_content: 'boolean',
} as const

/** Web API v3: dynamic templates and their versions. */
export const sendgrid: StandIn = {
  provider: 'sendgrid',
  path: '',
  account: { credentials: { api_key: key }, settings: {} },
  wrong: { credentials: { api_key: key.replace('SG.0', 'SG.f') }, settings: {} },
  answer({ headers, json, method, path, query }, templates) {
    if (headers.get('authorization') !== `Bearer ${key}`) return this.refusal(401)
    if (method === 'GET' && path === '/v3/scopes') {
      return { status: 200, body: { scopes: ['templates.create', 'templates.versions.create', 'templates.read'] } }
    }
    if (method === 'GET' && path === '/v3/templates') {
      if (query.get('generations') !== 'dynamic' || Number(query.get('page_size')) > 200) return undefined
      return { status: 200, body: { result: [...templates.values()], _metadata: {} } }
    }
    if (method === 'POST' && path === '/v3/templates') {
      if (!hasShape(json, { name: 'string', generation: 'string' }) || json?.['generation'] !== 'dynamic')
        return undefined
      const id = `d-${String(templates.size).padStart(32, '0')}`
      const made = { id, ...json, updated_at: new Date().toISOString().slice(0, 19) + 'Z', versions: [] }
      templates.set(id, made)
      return { status: 201, body: made }
    }
    const id = idIn(path, /^\/v3\/templates\/([^/]+)/) ?? ''
    const template = templates.get(id)
    if (template === undefined) return this.refusal(404)
    const versions = template['versions'] as Record<string, unknown>[]
    if (method === 'GET' && path === `/v3/templates/${id}`) return { status: 200, body: template }
    if (method === 'PATCH' && path === `/v3/templates/${id}` && hasShape(json, { name: 'string' })) {
      return { status: 200, body: Object.assign(template, json) }
    }
    if (method === 'POST' && path.endsWith('/versions')) {
      if (!hasShape(json, { ...version, editor: 'string' })) return undefined
      versions.push({ id: crypto.randomUUID(), template_id: id, ...json })
      return { status: 201, body: versions.at(-1) }
    }
    const own = versions.find((each) => path === `/v3/templates/${id}/versions/${String(each['id'])}`)
    if (method !== 'PATCH' || own === undefined || !hasShape(json, version)) return undefined
    return { status: 200, body: Object.assign(own, json) }
  },
  refusal: (status) => ({
    status,
    body:
      status === 404
        ? { error: 'A refusal with 404' }
        : { errors: [{ field: null, message: `A refusal with ${status}` }] },
    ...(status === 429 ? { headers: { 'X-RateLimit-Reset': String(Math.ceil(Date.now() / 1000) + 7) } } : {}),
  }),
  kept({ name, versions }) {
    const [only, ...others] = versions as Record<string, unknown>[]
    if (others.length > 0) throw new Error('more versions than one')
    return { name, html: only?.['html_content'], subject: only?.['subject'], text: only?.['plain_content'] }
  },
}
