import { type Adapter, type PushedEmail, basicAuth, settingOf } from '../adapter.ts'
import type { Api } from '../api.ts'
import { exists, listAt, madeId, member, momentAt, textAt } from '../body.ts'

/** EditMode of a template that is edited as HTML code. */
const htmlEditor = 2

/** Templates in Mailjet’s Email API v3. */
export const mailjet: Adapter = {
  id: 'mailjet',
  name: 'Mailjet',
  target: 'mailjet',
  credentials: [
    {
      name: 'api_key',
      description: 'Account settings → REST API → API key management.',
      required: true,
      pattern: '[0-9a-fA-F]{16,64}',
      example: '0123456789abcdef0123456789abcdef',
    },
    {
      name: 'secret_key',
      description: 'The secret of the key.',
      required: true,
      pattern: '[0-9a-fA-F]{16,64}',
      example: 'fedcba9876543210fedcba9876543210',
    },
  ],
  settings: [
    {
      name: 'purpose',
      description: 'Kind of email that the templates are for.',
      required: false,
      choices: ['transactional', 'marketing'],
      example: 'marketing',
    },
  ],
  writes: 'An HTML template with name, subject, HTML and plain text.',
  limits: { nameLength: 100 },
  source: 'pip mailjet-rest (samples); public scripts that write detailcontent; its Headers from memory',
  origin: () => 'https://api.mailjet.com/v3/REST',
  authorize: ({ credentials: { api_key = '', secret_key = '' } }) => ({
    Authorization: basicAuth(api_key, secret_key),
  }),
  explain: (body) => textAt(body, 'ErrorMessage'),
  async test(api) {
    await api.get('/template', { Limit: '1', OwnerType: 'user' })
    return undefined
  },
  async create(api, { name }, account) {
    const made = await api.post('/template', {
      json: {
        Name: name,
        EditMode: htmlEditor,
        Purposes: [settingOf(account, 'purpose', 'transactional')],
        Locale: 'en_US',
        IsTextPartGenerationEnabled: false,
      },
    })
    return { id: madeId('Mailjet', listAt(made, 'Data')[0], 'ID'), isWritten: false }
  },
  update(api, id, email) {
    return exists(write(api, `/template/${encodeURIComponent(id)}`, email))
  },
  async find(api, { name }) {
    return listAt(await api.get('/template', { OwnerType: 'user', Limit: '1000' }), 'Data')
      .filter((each) => textAt(each, 'Name') === name)
      .map((each) => ({ id: String(member(each, 'ID')), createdAtMs: momentAt(each, 'CreatedAt') }))
  },
}

async function write(api: Api, path: string, { html, name, subject, text }: PushedEmail): Promise<void> {
  await api.put(path, { json: { Name: name } })
  await api.post(`${path}/detailcontent`, {
    json: { Headers: { Subject: subject }, 'Html-part': html, 'Text-part': text },
  })
}
