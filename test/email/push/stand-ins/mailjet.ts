import { type StandIn, hasShape, idIn } from '../stand-in.ts'

const [key, secret] = ['0123456789abcdef0123456789abcdef', 'fedcba9876543210fedcba9876543210']

/** Email API v3: template and its detailcontent. */
export const mailjet: StandIn = {
  provider: 'mailjet',
  path: '/v3/REST',
  account: { credentials: { api_key: key, secret_key: secret }, settings: { purpose: 'marketing' } },
  wrong: { credentials: { api_key: key, secret_key: key }, settings: {} },
  answer({ headers, json, method, path, query }, templates) {
    if (headers.get('authorization') !== `Basic ${btoa(`${key}:${secret}`)}`) return this.refusal(401)
    const list = (data: unknown[]) => ({ Count: data.length, Data: data, Total: data.length })
    if (method === 'GET' && path === '/template') {
      return query.get('OwnerType') === 'user' ? { status: 200, body: list([...templates.values()]) } : undefined
    }
    if (method === 'POST' && path === '/template') {
      const shape = {
        Name: 'string',
        EditMode: 'number',
        Purposes: 'object',
        Locale: 'string',
        IsTextPartGenerationEnabled: 'boolean',
      } as const
      if (!hasShape(json, shape)) return undefined
      if ([...templates.values()].some((each) => each['Name'] === json?.['Name'])) return this.refusal(400)
      const ID = 300 + templates.size
      templates.set(String(ID), { ID, ...json, CreatedAt: new Date().toISOString() })
      return { status: 201, body: list([templates.get(String(ID))]) }
    }
    const id = idIn(path, /^\/template\/(\d+)/) ?? ''
    const template = templates.get(id)
    if (template === undefined) return this.refusal(404)
    if (method === 'PUT' && path === `/template/${id}`) {
      return hasShape(json, { Name: 'string' })
        ? { status: 200, body: list([Object.assign(template, json)]) }
        : undefined
    }
    const shape = { Headers: 'object', 'Html-part': 'string', 'Text-part': 'string' } as const
    if (method !== 'POST' || path !== `/template/${id}/detailcontent` || !hasShape(json, shape)) return undefined
    Object.assign(template, json)
    return { status: 201, body: list([json]) }
  },
  refusal: (status) => ({
    status,
    body: { ErrorInfo: '', ErrorMessage: `A refusal with ${status}`, StatusCode: status },
    ...(status === 429 ? { headers: { 'Retry-After': '7' } } : {}),
  }),
  kept: (template) => ({
    name: template['Name'],
    html: template['Html-part'],
    text: template['Text-part'],
    subject: (template['Headers'] as { Subject?: string } | undefined)?.Subject,
  }),
}
