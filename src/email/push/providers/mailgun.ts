import type { Account } from '../account.ts'
import { type Adapter, type PushedEmail, basicAuth, region, settingOf } from '../adapter.ts'
import type { Api } from '../api.ts'
import { exists, momentAt, slugOf, textAt } from '../body.ts'
import { PushFailure } from '../failure.ts'
import type { FormPart } from '../form.ts'

/** A template may have 40 versions; every push overwrites this one. */
const tag = 'svc'

/** Templates of a domain in Mailgun’s API v3, identified by name. */
export const mailgun: Adapter = {
  id: 'mailgun',
  name: 'Mailgun',
  target: 'mailgun',
  credentials: [
    {
      name: 'api_key',
      description: 'API Security → Mailgun API keys: the account key, or one with write access to templates.',
      required: true,
      pattern: '[\\w-]{20,100}',
      example: '0123456789abcdef0123456789abcdef-01234567-89abcdef',
    },
  ],
  settings: [
    {
      name: 'domain',
      description: 'The sending domain of the templates.',
      required: true,
      pattern: '[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?',
      example: 'mg.example.com',
    },
    region,
  ],
  writes: 'A Handlebars template named like the email in lowercase; its active version “svc” has HTML and subject.',
  limits: { htmlBytes: 102_400 },
  source:
    'documentation.mailgun.com: POST /v3/{domain_name}/templates, user-manual/sending-messages/send-templates; gem mailgun-ruby; the size of templates from memory',
  origin: (account) =>
    settingOf(account, 'region') === 'eu' ? 'https://api.eu.mailgun.net' : 'https://api.mailgun.net',
  authorize: ({ credentials: { api_key = '' } }) => ({ Authorization: basicAuth('api', api_key) }),
  explain: (body) => textAt(body, 'message') ?? textAt(body, 'Error'),
  async test(api, account) {
    await api.get(pathOf(account), { limit: '1' })
    return settingOf(account, 'domain')
  },
  async create(api, email, account) {
    const id = slugOf(email.name, email.key)
    const parts = [{ name: 'name', value: id }, { name: 'description', value: email.name }, ...versionOf(email)]
    try {
      await api.post(pathOf(account), { form: [...parts, { name: 'tag', value: tag }] })
    } catch (error) {
      throw asConflict(error, id)
    }
    return { id, isWritten: true }
  },
  async update(api, id, email, account) {
    const path = `${pathOf(account)}/${encodeURIComponent(id)}/versions`
    const active: FormPart = { name: 'active', value: 'yes' }
    if (await exists(api.put(`${path}/${tag}`, { form: [...versionOf(email), active] }))) return true
    return addVersion(api, path, [...versionOf(email), { name: 'tag', value: tag }, active])
  },
  async find(api, email, account) {
    const id = slugOf(email.name, email.key)
    let found: unknown
    const request = async () => {
      found = await api.get(`${pathOf(account)}/${encodeURIComponent(id)}`)
    }
    return (await exists(request())) ? [{ id, createdAtMs: momentAt(found, 'template', 'createdAt') }] : []
  },
}

function pathOf(account: Account): string {
  return `/v3/${encodeURIComponent(settingOf(account, 'domain'))}/templates`
}

function versionOf({ html, subject }: PushedEmail): FormPart[] {
  return [
    { name: 'template', value: html },
    { name: 'engine', value: 'handlebars' },
    { name: 'headers', value: JSON.stringify({ Subject: subject }) },
  ]
}

function addVersion(api: Api, path: string, form: FormPart[]): Promise<boolean> {
  return exists(api.post(path, { form }))
}

// A taken name gives 400 or 409, depending on the age of the account.
function asConflict(error: unknown, id: string): unknown {
  const isTaken =
    error instanceof PushFailure &&
    (error.kind === 'conflict' || (error.kind === 'rejected' && /exist/i.test(error.message)))
  if (!isTaken) return error
  const remedy = 'Use another name, or set remote_id to the existing template to update it.'
  return new PushFailure('conflict', `Mailgun already has a template “${id}”. ${remedy}`, {
    status: error.status ?? 409,
  })
}
