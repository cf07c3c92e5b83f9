import { type StandIn, hasShape, idIn, storeImage } from '../stand-in.ts'

const key = '0123456789abcdef0123456789abcdef-us21'

/** Marketing API 3.0: templates, and the root that names the account. */
export const mailchimp: StandIn = {
  provider: 'mailchimp',
  path: '/3.0',
  account: { credentials: { api_key: key }, settings: {} },
  wrong: { credentials: { api_key: `f${key.slice(1)}` }, settings: {} },
  answer({ headers, json, method, path, query }, templates, images) {
    if (headers.get('authorization') !== `Basic ${btoa(`svc:${key}`)}`) return this.refusal(401)
    if (method === 'GET' && path === '/') return { status: 200, body: { account_name: 'Acme News' } }
    if (method === 'GET' && path === '/templates') {
      if (query.get('type') !== 'user') return undefined
      return { status: 200, body: { templates: [...templates.values()].reverse(), total_items: templates.size } }
    }
    if (method === 'POST' && path === '/file-manager/files') {
      if (!hasShape(json, { name: 'string', file_data: 'string' })) return undefined
      const [name, bytes] = [String(json?.['name']), Uint8Array.fromBase64(String(json?.['file_data']))]
      return { status: 200, body: { id: 1, type: 'image', full_size_url: storeImage(images, { name, bytes }) } }
    }
    if (!hasShape(json, { name: 'string', html: 'string' })) return undefined
    if (method === 'POST' && path === '/templates') {
      const id = 10_000 + templates.size
      const made = { id, ...json, active: true, date_created: new Date().toISOString() }
      templates.set(String(id), made)
      return { status: 200, body: made }
    }
    const id = idIn(path, /^\/templates\/([^/]+)$/) ?? ''
    if (method !== 'PATCH' || id === '') return undefined
    const template = templates.get(id)
    if (template === undefined) return this.refusal(404)
    Object.assign(template, json)
    return { status: 200, body: template }
  },
  refusal: (status) => ({
    status,
    body: {
      type: 'https://mailchimp.com/developer/marketing/docs/errors/',
      title: 'Refused',
      status,
      detail: `A refusal with ${status}`,
      instance: '00000000-0000-0000-0000-000000000000',
      ...(status === 400 ? { errors: [{ field: 'name', message: 'is bad' }] } : {}),
    },
  }),
  kept: ({ html, name }) => ({ html, name }),
}
