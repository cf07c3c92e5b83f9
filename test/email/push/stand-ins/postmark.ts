import { type StandIn, hasShape, idIn } from '../stand-in.ts'

const token = '01234567-89ab-cdef-0123-456789abcdef'
const texts = { Name: 'string', Subject: 'string', HtmlBody: 'string', TextBody: 'string' } as const

/** Templates of a server, by id or alias. */
export const postmark: StandIn = {
  provider: 'postmark',
  path: '',
  account: { credentials: { server_token: token }, settings: {} },
  wrong: { credentials: { server_token: token.replace('0', 'f') }, settings: {} },
  answer({ headers, json, method, path }, templates) {
    if (headers.get('x-postmark-server-token') !== token) return this.refusal(401)
    if (headers.get('accept') !== 'application/json') return undefined
    if (method === 'GET' && path === '/server') return { status: 200, body: { ID: 1, Name: 'Production' } }
    if (method === 'POST' && path === '/templates') {
      if (!hasShape(json, { ...texts, Alias: 'string', TemplateType: 'string' })) return undefined
      if (!/^[a-zA-Z][a-zA-Z0-9._-]*$/.test(String(json?.['Alias']))) return undefined
      const TemplateId = 5000 + templates.size
      const made = { TemplateId, ...json, Active: true }
      templates.set(String(TemplateId), made)
      return { status: 200, body: { TemplateId, Name: json?.['Name'], Active: true, Alias: json?.['Alias'] } }
    }
    const id = idIn(path, /^\/templates\/([^/]+)$/) ?? ''
    const template = templates.get(id) ?? [...templates.values()].find((each) => each['Alias'] === id)
    if (template === undefined) {
      return {
        status: 422,
        body: { ErrorCode: 1101, Message: 'The TemplateId or Alias is not valid or was not found.' },
      }
    }
    if (method === 'GET') return { status: 200, body: template }
    if (method !== 'PUT' || !hasShape(json, texts)) return undefined
    return { status: 200, body: Object.assign(template, json) }
  },
  refusal: (status) => ({
    status,
    body: { ErrorCode: status === 401 ? 10 : 300, Message: `A refusal with ${status}` },
    ...(status === 429 ? { headers: { 'Retry-After': '7' } } : {}),
  }),
  kept: ({ HtmlBody, Name, Subject, TextBody }) => ({ html: HtmlBody, name: Name, subject: Subject, text: TextBody }),
}
