import type { Account } from '../account.ts'
import { type Adapter, type PushedEmail, region, settingOf } from '../adapter.ts'
import type { Api } from '../api.ts'
import { listAt, textAt } from '../body.ts'
import { PushFailure } from '../failure.ts'

/** Email templates of an Iterable project, identified by our client template id. */
export const iterable: Adapter = {
  id: 'iterable',
  name: 'Iterable',
  target: 'iterable',
  credentials: [
    {
      name: 'api_key',
      description: 'Integrations → API Keys, a server-side key.',
      required: true,
      pattern: '[0-9a-fA-F]{20,64}',
      example: '0123456789abcdef0123456789abcdef',
    },
  ],
  settings: [
    region,
    {
      name: 'from_email',
      description: 'The sender of new templates, in an approved domain.',
      required: false,
      pattern: '[^\\s@<>]{1,100}@[^\\s@<>]{1,150}',
      example: 'news@example.com',
    },
    {
      name: 'from_name',
      description: 'Display name of the sender.',
      required: false,
      pattern: '[^\\r\\n<>]{1,70}',
      example: 'Example',
    },
    {
      name: 'message_type_id',
      description: 'The message type of new templates.',
      required: false,
      pattern: '[0-9]{1,12}',
      example: '1234',
    },
  ],
  writes:
    'An email template with subject, preheader, HTML and plain text; clientTemplateId is the template id of this service.',
  limits: {},
  source: 'gem iterable-api-client; public clients of templates/email/upsert and getByClientTemplateId',
  origin: (account) =>
    settingOf(account, 'region') === 'eu' ? 'https://api.eu.iterable.com' : 'https://api.iterable.com',
  authorize: ({ credentials: { api_key = '' } }) => ({ 'Api-Key': api_key }),
  explain: (body) => textAt(body, 'msg'),
  async test(api) {
    await api.get('/api/channels')
    return undefined
  },
  async create(api, email, account) {
    await upsert(api, email.key, email, account)
    return { id: email.key, isWritten: true }
  },
  async update(api, id, email, account) {
    // A numeric id is a template that was created in Iterable.
    if (/^\d+$/.test(id)) {
      await checked(api.post('/api/templates/email/update', { json: { templateId: Number(id), ...contentOf(email) } }))
      return true
    }
    if (!(await exists(api, id))) return false
    await upsert(api, id, email, account)
    return true
  },
  async find(api, { key }) {
    return (await exists(api, key)) ? [{ id: key }] : []
  },
}

async function exists(api: Api, clientTemplateId: string): Promise<boolean> {
  try {
    return listAt(await api.get('/api/templates/getByClientTemplateId', { clientTemplateId }), 'templates').length > 0
  } catch (error) {
    // Some projects respond to an unknown id with 400 and NotFound.
    if (error instanceof PushFailure && (error.kind === 'missing' || /not ?found/i.test(error.message))) return false
    throw error
  }
}

async function upsert(api: Api, clientTemplateId: string, email: PushedEmail, account: Account): Promise<void> {
  const { settings } = account
  const sender = {
    ...(settings['from_email'] === undefined ? {} : { fromEmail: settings['from_email'] }),
    ...(settings['from_name'] === undefined ? {} : { fromName: settings['from_name'] }),
    ...(settings['message_type_id'] === undefined ? {} : { messageTypeId: Number(settings['message_type_id']) }),
  }
  const json = { clientTemplateId, ...contentOf(email), ...sender }
  await checked(api.post('/api/templates/email/upsert', { json }))
}

function contentOf({ html, name, preheader, subject, text }: PushedEmail) {
  return { name, subject, preheaderText: preheader, html, plainText: text }
}

// A response with status 200 may contain an error.
async function checked(answer: Promise<unknown>): Promise<void> {
  const body = await answer
  const code = textAt(body, 'code')
  if (code === 'Success') return
  throw new PushFailure('rejected', `Iterable responded ${code ?? 'without a code'}: ${textAt(body, 'msg') ?? ''}`)
}
