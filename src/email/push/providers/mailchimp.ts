import type { Account } from '../account.ts'
import { type Adapter, basicAuth } from '../adapter.ts'
import { exists, storedUrl, listAt, madeId, member, momentAt, textAt } from '../body.ts'
import { usualTypes } from '../images.ts'

/** Templates in Mailchimp’s Marketing API 3.0. */
export const mailchimp: Adapter = {
  id: 'mailchimp',
  name: 'Mailchimp',
  target: 'mailchimp',
  credentials: [
    {
      name: 'api_key',
      description: 'Account → Extras → API keys. The suffix of the key is the data center.',
      required: true,
      pattern: '[0-9a-zA-Z]{20,64}-[a-z]{2,4}[0-9]{1,4}',
      example: '0123456789abcdef0123456789abcdef-us21',
    },
  ],
  settings: [
    {
      name: 'folder_id',
      description: 'The folder for new templates.',
      required: false,
      pattern: '[A-Za-z0-9]{1,40}',
      example: 'a1b2c3d4e5',
    },
  ],
  writes: 'A template of your own with name and HTML. Subject, preheader and plain text are set in the campaign.',
  limits: { nameLength: 50 },
  source:
    'npm @mailchimp/mailchimp_marketing 3.0.80; MailOptin (running code); the file manager of gem MailchimpMarketing 3.0; the length of names from memory',
  images: {
    maxBytes: 10 * 1_048_576,
    types: usualTypes,
    async keep(api, { bytes, name }) {
      const kept = await api.post('/file-manager/files', { json: { name, file_data: bytes.toBase64() } })
      return storedUrl('Mailchimp', kept, 'full_size_url')
    },
  },
  origin: ({ credentials: { api_key = '' } }) =>
    `https://${api_key.slice(api_key.lastIndexOf('-') + 1)}.api.mailchimp.com/3.0`,
  authorize: ({ credentials: { api_key = '' } }) => ({ Authorization: basicAuth('svc', api_key) }),
  explain(body) {
    const issues = listAt(body, 'errors').map(
      (each) => `${textAt(each, 'field') ?? ''} ${textAt(each, 'message') ?? ''}`,
    )
    return [textAt(body, 'detail') ?? textAt(body, 'title'), ...issues].filter((part) => part?.trim()).join('; ')
  },
  async test(api) {
    return textAt(await api.get('/', { fields: 'account_name' }), 'account_name')
  },
  async create(api, { html, name }, account) {
    const made = await api.post('/templates', { json: { name, html, ...folderOf(account) } })
    return { id: madeId('Mailchimp', made, 'id'), isWritten: true }
  },
  async update(api, id, { html, name }) {
    let isActive = true
    const write = async () => {
      // A deleted template is still returned, with active: false.
      isActive =
        member(await api.patch(`/templates/${encodeURIComponent(id)}`, { json: { name, html } }), 'active') !== false
    }
    return (await exists(write())) && isActive
  },
  async find(api, { name }) {
    const query = { type: 'user', sort_field: 'date_created', sort_dir: 'DESC', count: '100' }
    return listAt(await api.get('/templates', query), 'templates')
      .filter((each) => textAt(each, 'name') === name && member(each, 'active') !== false)
      .map((each) => ({ id: String(member(each, 'id')), createdAtMs: momentAt(each, 'date_created') }))
  },
}

function folderOf({ settings: { folder_id } }: Account): { folder_id?: string } {
  return folder_id === undefined ? {} : { folder_id }
}
