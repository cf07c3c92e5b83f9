import type { Account } from '../account.ts'
import { type Adapter, type PushedEmail, settingOf } from '../adapter.ts'
import type { Api } from '../api.ts'
import { exists, storedUrl, member, momentAt, slugOf } from '../body.ts'
import { PushFailure } from '../failure.ts'
import type { FormPart } from '../form.ts'
import { usualTypes } from '../images.ts'

const code = '/cms/v3/source-code/published'

/** Coded email templates in HubSpot’s design manager, through the CMS Source Code API v3. */
export const hubspot: Adapter = {
  id: 'hubspot',
  name: 'HubSpot',
  target: 'hubspot',
  credentials: [
    {
      name: 'access_token',
      description: 'Settings → Integrations → Private apps → the token of an app with the scope content.',
      required: true,
      pattern: '[\\w-]{20,300}',
      example: 'pat-eu1-01234567-89ab-cdef-0123-456789abcdef',
    },
  ],
  settings: [
    {
      name: 'folder',
      description: 'Folder in the design manager; default “svc”.',
      required: false,
      pattern: '[A-Za-z0-9 _-]{1,60}(?:/[A-Za-z0-9 _-]{1,60}){0,4}',
      example: 'emails/svc',
    },
  ],
  writes:
    'A published coded email template, a file of the design manager. Subject and plain text are set in the email.',
  limits: {},
  source:
    'developers.hubspot.com/docs/api-reference/cms-source-code-v3, files-files-v3, if-statements and programmable email; public templates for the annotation',
  images: {
    maxBytes: 20 * 1_048_576,
    types: [...usualTypes, 'image/webp'],
    permissions: 'files',
    async keep(api, { bytes, mime, name }, account) {
      const form: FormPart[] = [
        { name: 'file', value: bytes, file: { name, type: mime } },
        { name: 'fileName', value: name },
        { name: 'folderPath', value: `/${settingOf(account, 'folder', 'svc')}` },
        { name: 'options', value: JSON.stringify({ access: 'PUBLIC_NOT_INDEXABLE' }) },
      ]
      return storedUrl('HubSpot', await api.post('/files/v3/files', { form }), 'url')
    },
  },
  origin: () => 'https://api.hubapi.com',
  authorize: ({ credentials: { access_token = '' } }) => ({ Authorization: `Bearer ${access_token}` }),
  explain(body) {
    const words = member(body, 'message')
    return typeof words === 'string' ? words : undefined
  },
  // Window of a private app's rate limit (TEN_SECONDLY_ROLLING).
  retryAfterMs(headers) {
    const window = Number(headers['x-hubspot-ratelimit-interval-milliseconds'])
    return Number.isFinite(window) && window > 0 ? window : 10_000
  },
  async test(api) {
    const portal = member(await api.get('/account-info/v3/details'), 'portalId')
    return typeof portal === 'number' ? `Account ${portal}` : undefined
  },
  async create(api, email, account) {
    const id = pathOf(email, account)
    if ((await factsOf(api, id)) !== undefined) {
      const remedy = 'Use another name, or set remote_id to the existing file to update it.'
      throw new PushFailure('conflict', `HubSpot already has a file “${id}”. ${remedy}`)
    }
    await write(api, id, email)
    return { id, isWritten: true }
  },
  async update(api, id, email) {
    if ((await factsOf(api, id)) === undefined) return false
    await write(api, id, email)
    return true
  },
  async find(api, email, account) {
    const id = pathOf(email, account)
    const facts = await factsOf(api, id)
    return facts === undefined ? [] : [{ id, createdAtMs: momentAt({ at: secondsOf(facts) }, 'at') }]
  },
}

function pathOf({ key, name }: PushedEmail, account: Account): string {
  return `${settingOf(account, 'folder', 'svc')}/${slugOf(name, key)}.html`
}

async function factsOf(api: Api, id: string): Promise<unknown> {
  let facts: unknown
  const request = async () => {
    facts = (await api.get(`${code}/metadata/${encoded(id)}`)) ?? {}
  }
  return (await exists(request())) ? facts : undefined
}

async function write(api: Api, id: string, { html, name }: PushedEmail): Promise<void> {
  const fileName = id.slice(id.lastIndexOf('/') + 1)
  const file: FormPart = { name: 'file', value: annotated(html, name), file: { name: fileName, type: 'text/html' } }
  await api.put(`${code}/content/${encoded(id)}`, { form: [file] })
}

/**
 * Contact properties in a tag: HubSpot evaluates them only in templates with isEnabledForEmailV3Rendering, which
 * requires a permission of the account.
 */
const programmed = /\{%[^%]*\bcontact\./

// HubSpot reads template metadata from a comment, which must come first.
function annotated(html: string, name: string): string {
  const label = name.replace(/-->|[\r\n]/g, ' ')
  const more = programmed.test(html) ? '  isEnabledForEmailV3Rendering: true\n' : ''
  return `<!--\n  templateType: email\n  isAvailableForNewContent: true\n  label: ${label}\n${more}-->\n${html}`
}

function encoded(id: string): string {
  return id.split('/').map(encodeURIComponent).join('/')
}

function secondsOf(facts: unknown): number | undefined {
  const at = member(facts, 'createdAt')
  return typeof at === 'number' ? at / 1000 : undefined
}
