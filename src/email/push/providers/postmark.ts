import type { Adapter, PushedEmail } from '../adapter.ts'
import { exists, madeId, member, textAt } from '../body.ts'
import type { PushFailure } from '../failure.ts'

/** Postmark error code: TemplateId is unknown on this server. */
const unknownTemplate = 1101

/** Templates of a Postmark server, with an alias for sending. */
export const postmark: Adapter = {
  id: 'postmark',
  name: 'Postmark',
  target: 'postmark',
  credentials: [
    {
      name: 'server_token',
      description: 'Servers → the server → API Tokens.',
      required: true,
      pattern: '[0-9a-fA-F-]{20,60}',
      example: '01234567-89ab-cdef-0123-456789abcdef',
    },
  ],
  settings: [],
  writes: 'A template with subject, HTML and plain text; its alias is the template id of this service.',
  limits: {},
  source:
    'public clients of the templates API, which know error code 1101 and take aliases for ids; postmarkapp.com/support/article/1174',
  origin: () => 'https://api.postmarkapp.com',
  authorize: ({ credentials: { server_token = '' } }) => ({ 'X-Postmark-Server-Token': server_token }),
  explain(body) {
    const code = member(body, 'ErrorCode')
    const words = textAt(body, 'Message')
    return words === undefined ? undefined : `${words}${typeof code === 'number' ? ` (error code ${code})` : ''}`
  },
  async test(api) {
    return textAt(await api.get('/server'), 'Name')
  },
  async create(api, email) {
    const made = await api.post('/templates', {
      json: { ...contentOf(email), Alias: email.key, TemplateType: 'Standard' },
    })
    return { id: madeId('Postmark', made, 'TemplateId'), isWritten: true }
  },
  update(api, id, email) {
    return exists(api.put(`/templates/${encodeURIComponent(id)}`, { json: contentOf(email) }), isUnknown)
  },
  async find(api, { key }) {
    let found: unknown
    const request = async () => {
      found = await api.get(`/templates/${encodeURIComponent(key)}`)
    }
    const id = (await exists(request(), isUnknown)) ? member(found, 'TemplateId') : undefined
    return id === undefined ? [] : [{ id: String(id) }]
  },
}

function contentOf({ html, name, subject, text }: PushedEmail) {
  return { Name: name, Subject: subject, HtmlBody: html, TextBody: text }
}

// Postmark responds with 422 and an error code instead of 404.
function isUnknown({ kind, message }: PushFailure): boolean {
  return kind === 'missing' || (kind === 'rejected' && message.includes(`(error code ${unknownTemplate})`))
}
