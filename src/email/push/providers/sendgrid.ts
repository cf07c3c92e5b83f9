import { type Adapter, type PushedEmail, region, settingOf } from '../adapter.ts'
import type { Api } from '../api.ts'
import { exists, listAt, madeId, member, momentAt, textAt } from '../body.ts'
import { PushFailure } from '../failure.ts'

/** An account may have 300 versions; every push overwrites this one. */
const versionName = 'svc'
const needed = ['templates.create', 'templates.versions.create']

/** Dynamic templates in SendGrid’s Web API v3. */
export const sendgrid: Adapter = {
  id: 'sendgrid',
  name: 'SendGrid',
  target: 'sendgrid',
  credentials: [
    {
      name: 'api_key',
      description: 'Settings → API Keys, with full access to Template Engine.',
      required: true,
      pattern: 'SG\\.[\\w-]{10,60}\\.[\\w-]{20,100}',
      example: 'SG.0123456789abcdefghijkl.0123456789abcdefghijklmnopqrstuvwxyz01234567',
    },
  ],
  settings: [region],
  writes: 'A dynamic template; its active version “svc” has subject, HTML and plain text.',
  limits: { htmlBytes: 1_048_576, nameLength: 100, subjectLength: 255 },
  source:
    'twilio.com/docs/sendgrid/api-reference/transactional-templates-versions, how-to-use-the-sendgrid-v3-api/rate-limits; scopes and sizes from memory',
  origin: (account) =>
    settingOf(account, 'region') === 'eu' ? 'https://api.eu.sendgrid.com' : 'https://api.sendgrid.com',
  authorize: ({ credentials: { api_key = '' } }) => ({ Authorization: `Bearer ${api_key}` }),
  explain(body) {
    const issues = listAt(body, 'errors').map((each) => {
      const field = textAt(each, 'field')
      return `${field === undefined ? '' : `${field}: `}${textAt(each, 'message') ?? ''}`
    })
    return issues.join('; ') || textAt(body, 'error')
  },
  retryAfterMs(headers, nowMs) {
    const at = Number(headers['x-ratelimit-reset'])
    return Number.isFinite(at) && at > 0 ? Math.max(0, at * 1000 - nowMs) : undefined
  },
  async test(api) {
    const scopes = listAt(await api.get('/v3/scopes'), 'scopes')
    const lacking = needed.filter((scope) => !scopes.includes(scope))
    if (lacking.length > 0) throw new PushFailure('forbidden', `The SendGrid API key lacks ${lacking.join(' and ')}.`)
    return undefined
  },
  async create(api, { name }) {
    const made = await api.post('/v3/templates', { json: { name, generation: 'dynamic' } })
    return { id: madeId('SendGrid', made, 'id'), isWritten: false }
  },
  async update(api, id, email) {
    const path = `/v3/templates/${encodeURIComponent(id)}`
    return exists(writeVersion(api, path, email))
  },
  async find(api, { name }) {
    const listed = await api.get('/v3/templates', { generations: 'dynamic', page_size: '200' })
    return [...listAt(listed, 'result'), ...listAt(listed, 'templates')]
      .filter((each) => textAt(each, 'name') === name)
      .map((each) => ({ id: String(member(each, 'id')), createdAtMs: momentAt(each, 'updated_at') }))
  },
}

async function writeVersion(api: Api, path: string, { html, name, subject, text }: PushedEmail): Promise<void> {
  const template = await api.get(path)
  const own = listAt(template, 'versions').find((each) => textAt(each, 'name') === versionName)
  const version = {
    name: versionName,
    active: 1,
    subject,
    html_content: html,
    plain_content: text,
    generate_plain_content: text === '',
  }
  const id = textAt(own, 'id')
  if (id === undefined) await api.post(`${path}/versions`, { json: { ...version, editor: 'code' } })
  else await api.patch(`${path}/versions/${encodeURIComponent(id)}`, { json: version })
  if (textAt(template, 'name') !== name) await api.patch(path, { json: { name } })
}
