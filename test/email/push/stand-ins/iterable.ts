import { type StandIn, hasShape } from '../stand-in.ts'

const key = '0123456789abcdef0123456789abcdef'

/** Email templates by clientTemplateId. */
export const iterable: StandIn = {
  provider: 'iterable',
  path: '',
  account: { credentials: { api_key: key }, settings: { from_email: 'news@example.com', message_type_id: '12' } },
  wrong: { credentials: { api_key: key.replace('0', 'f') }, settings: {} },
  answer({ headers, json, method, path, query }, templates) {
    if (headers.get('api-key') !== key) return this.refusal(401)
    if (method === 'GET' && path === '/api/channels') return { status: 200, body: { channels: [] } }
    if (method === 'GET' && path === '/api/templates/getByClientTemplateId') {
      const found = templates.get(query.get('clientTemplateId') ?? '')
      return {
        status: 200,
        body: { clientTemplateId: query.get('clientTemplateId'), templates: found === undefined ? [] : [found] },
      }
    }
    const shape = {
      clientTemplateId: 'string',
      name: 'string',
      subject: 'string',
      preheaderText: 'string',
      html: 'string',
      plainText: 'string',
      fromEmail: 'string',
      messageTypeId: 'number',
    } as const
    if (method !== 'POST' || path !== '/api/templates/email/upsert' || !hasShape(json, shape)) return undefined
    const id = String(json?.['clientTemplateId'])
    templates.set(id, { templateId: 77, createdAt: Date.now(), ...json })
    return { status: 200, body: { msg: 'Upserted 1 templates with IDs: 77', code: 'Success', params: null } }
  },
  refusal: (status) => ({
    status,
    body: { msg: `A refusal with ${status}`, code: status === 401 ? 'BadApiKey' : 'BadParams', params: null },
    ...(status === 429 ? { headers: { 'Retry-After': '7' } } : {}),
  }),
  kept: ({ html, name, plainText, subject }) => ({ html, name, subject, text: plainText }),
}
