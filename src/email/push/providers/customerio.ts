import { type Adapter, type PushedEmail, region, settingOf } from '../adapter.ts'
import { exists, listAt, madeId, member, momentAt, textAt } from '../body.ts'

const path = '/v1/design_studio/emails'

/** Emails in Customer.io’s Design Studio, through the App API. */
export const customerio: Adapter = {
  id: 'customerio',
  name: 'Customer.io',
  target: 'customerio',
  credentials: [
    {
      name: 'app_api_key',
      description: 'Workspace settings → API credentials → App API keys.',
      required: true,
      pattern: '[0-9A-Za-z]{16,100}',
      example: '0123456789abcdef0123456789abcdef',
    },
  ],
  settings: [
    region,
    {
      name: 'folder_id',
      description: 'The Design Studio folder for new emails.',
      required: false,
      pattern: '[0-9A-Za-z-]{1,64}',
      example: '0b5e8f4e-93b7-4a57-9f7d-4f6a1c1f5a11',
    },
  ],
  writes: 'A Design Studio email with name, subject, preheader, HTML, plain text and the AMP part.',
  notice: 'Link the email to a message and publish it in Customer.io: until then the pushed email is not sent.',
  limits: {},
  source: 'docs.customer.io/integrations/api/app/tag/design-studio-emails; public clients for the members of content',
  origin: (account) =>
    settingOf(account, 'region') === 'eu' ? 'https://api-eu.customer.io' : 'https://api.customer.io',
  authorize: ({ credentials: { app_api_key = '' } }) => ({ Authorization: `Bearer ${app_api_key}` }),
  explain(body) {
    const issues = listAt(body, 'errors').map((each) => textAt(each, 'detail') ?? textAt(each, 'message') ?? '')
    return issues.join('; ') || textAt(body, 'meta', 'error') || textAt(body, 'error')
  },
  async test(api) {
    return textAt(listAt(await api.get('/v1/workspaces'), 'workspaces')[0], 'name')
  },
  async create(api, email, { settings: { folder_id } }) {
    const folder = folder_id === undefined ? {} : { parent_folder_id: folder_id }
    const made = await api.post(path, { json: { ...emailOf(email), ...folder } })
    return { id: madeId('Customer.io', made, 'email', 'id'), isWritten: true }
  },
  update(api, id, email) {
    return exists(api.put(`${path}/${encodeURIComponent(id)}`, { json: emailOf(email) }))
  },
  async find(api, { name }) {
    return listAt(await api.get(path, { limit: '100' }), 'emails')
      .filter((each) => textAt(each, 'name') === name)
      .map((each) => ({ id: String(member(each, 'id')), createdAtMs: momentAt(each, 'created') }))
  },
}

function emailOf({ amp, html, name, preheader, subject, text }: PushedEmail) {
  return { name, content: { subject, preheader_text: preheader, html, text, ...(amp === undefined ? {} : { amp }) } }
}
