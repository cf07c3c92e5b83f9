import type { Account } from '../account.ts'
import { type Adapter, type PushedEmail, settingOf } from '../adapter.ts'
import { exists, storedUrl, listAt, madeId, member, momentAt, textAt } from '../body.ts'
import { usualTypes } from '../images.ts'

/** Email templates in Brevo’s API v3. */
export const brevo: Adapter = {
  id: 'brevo',
  name: 'Brevo',
  target: 'brevo',
  credentials: [
    {
      name: 'api_key',
      description: 'SMTP & API → API keys, version 3.',
      required: true,
      pattern: 'xkeysib-[0-9A-Za-z-]{20,200}',
      example: 'xkeysib-0123456789abcdef0123456789abcdef-0123456789abcdef',
    },
  ],
  settings: [
    {
      name: 'sender_email',
      description: 'A verified sender: Brevo stores one with every template.',
      required: true,
      pattern: '[^\\s@<>]{1,100}@[^\\s@<>]{1,150}',
      example: 'news@example.com',
    },
    {
      name: 'sender_name',
      description: 'Display name of the sender.',
      required: false,
      pattern: '[^\\r\\n<>]{1,70}',
      example: 'Example',
    },
  ],
  writes: 'An active email template with name, subject, HTML and sender. Brevo generates the plain text.',
  limits: {},
  source:
    'the SDK’s UpdateSmtpTemplate; developers.brevo.com/reference/upload-image-to-gallery; docs/limit-headers there; LePatron, MailOptin (running code)',
  images: {
    maxBytes: 2 * 1_048_576,
    types: usualTypes,
    isFetching: true,
    async keep(api, { address, name }) {
      return storedUrl('Brevo', await api.post('/emailCampaigns/images', { json: { imageUrl: address, name } }), 'url')
    },
  },
  origin: () => 'https://api.brevo.com/v3',
  authorize: ({ credentials: { api_key = '' } }) => ({ 'api-key': api_key }),
  explain: (body) => textAt(body, 'message'),
  retryAfterMs(headers) {
    const seconds = Number(headers['x-sib-ratelimit-reset'])
    return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : undefined
  },
  async test(api) {
    const account = await api.get('/account')
    return textAt(account, 'companyName') ?? textAt(account, 'email')
  },
  async create(api, email, account) {
    const made = await api.post('/smtp/templates', { json: { ...contentOf(email, account), isActive: true } })
    return { id: madeId('Brevo', made, 'id'), isWritten: true }
  },
  update(api, id, email, account) {
    return exists(api.put(`/smtp/templates/${encodeURIComponent(id)}`, { json: contentOf(email, account) }))
  },
  async find(api, { name }) {
    return listAt(await api.get('/smtp/templates', { limit: '50', sort: 'desc' }), 'templates')
      .filter((each) => textAt(each, 'name') === name)
      .map((each) => ({ id: String(member(each, 'id')), createdAtMs: momentAt(each, 'createdAt') }))
  },
}

function contentOf({ html, name, subject }: PushedEmail, account: Account) {
  const senderName = settingOf(account, 'sender_name')
  const sender = { email: settingOf(account, 'sender_email'), ...(senderName === '' ? {} : { name: senderName }) }
  return { templateName: name, subject, htmlContent: html, sender }
}
