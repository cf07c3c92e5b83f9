import { type StandIn, hasShape, idIn, storeImage } from '../stand-in.ts'

const key = 'xkeysib-0123456789abcdef0123456789abcdef-0123456789abcdef'

/** API v3: email templates. */
export const brevo: StandIn = {
  provider: 'brevo',
  path: '/v3',
  account: { credentials: { api_key: key }, settings: { sender_email: 'news@example.com', sender_name: 'Example' } },
  wrong: {
    credentials: { api_key: key.replace('-0', '-f') },
    settings: { sender_email: 'news@example.com' },
  },
  answer({ headers, json, method, path, query }, templates, images) {
    if (headers.get('api-key') !== key) return this.refusal(401)
    if (method === 'GET' && path === '/account')
      return { status: 200, body: { email: 'a@example.com', companyName: 'Acme' } }
    if (method === 'GET' && path === '/smtp/templates') {
      if (Number(query.get('limit')) > 1000 || query.get('sort') !== 'desc') return undefined
      return { status: 200, body: { count: templates.size, templates: [...templates.values()].reverse() } }
    }
    if (method === 'POST' && path === '/emailCampaigns/images') {
      if (!hasShape(json, { imageUrl: 'string', name: 'string' })) return undefined
      if (!String(json?.['imageUrl']).startsWith('https://')) return undefined
      const kept = { name: String(json?.['name']), bytes: new Uint8Array() }
      return { status: 201, body: { url: storeImage(images, kept) } }
    }
    const texts = { templateName: 'string', subject: 'string', htmlContent: 'string', sender: 'object' } as const
    const { templateName: name, ...content } = json ?? {}
    if (method === 'POST' && path === '/smtp/templates') {
      if (!hasShape(json, { ...texts, isActive: 'boolean' })) return undefined
      const id = templates.size + 1
      templates.set(String(id), { id, name, ...content, createdAt: new Date().toISOString() })
      return { status: 201, body: { id } }
    }
    const id = idIn(path, /^\/smtp\/templates\/(\d+)$/) ?? ''
    if (method !== 'PUT' || !hasShape(json, texts)) return undefined
    const template = templates.get(id)
    if (template === undefined) return this.refusal(404)
    Object.assign(template, { name, ...content })
    return { status: 204 }
  },
  refusal: (status) => ({
    status,
    body: { code: 'refused', message: `A refusal with ${status}` },
    ...(status === 429 ? { headers: { 'x-sib-ratelimit-reset': '7' } } : {}),
  }),
  kept: ({ htmlContent, name, subject }) => ({ html: htmlContent, name, subject }),
}
