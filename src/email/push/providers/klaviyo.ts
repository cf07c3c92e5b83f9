import type { Adapter, PushedEmail } from '../adapter.ts'
import { exists, storedUrl, listAt, madeId, member, momentAt, textAt } from '../body.ts'
import { usualTypes } from '../images.ts'

const mediaType = 'application/vnd.api+json'

/** Templates of Klaviyo’s JSON:API. */
export const klaviyo: Adapter = {
  id: 'klaviyo',
  name: 'Klaviyo',
  target: 'klaviyo',
  credentials: [
    {
      name: 'api_key',
      description: 'Settings → API keys → a private key with templates:read and templates:write.',
      required: true,
      pattern: 'pk_[A-Za-z0-9_]{6,100}',
      example: 'pk_0123456789abcdef0123456789abcdef01',
    },
  ],
  settings: [],
  writes:
    'A template of editor type CODE, with regions to edit USER_DRAGGABLE, with name, HTML, plain text and the AMP part. The subject is set in the campaign.',
  limits: {},
  source:
    'developers.klaviyo.com/en/reference/templates_api_overview and images_api_overview; npm klaviyo-api 23.0.0; gem klaviyo-api-sdk 4.1.0',
  images: {
    maxBytes: 5 * 1_048_576,
    types: usualTypes,
    permissions: 'images:write',
    async keep(api, { bytes, mime, name }) {
      const file = { name: 'file', value: bytes, file: { name, type: mime } }
      const kept = await api.post('/api/image-upload', { form: [file, { name: 'name', value: name }] })
      return storedUrl('Klaviyo', kept, 'data', 'attributes', 'image_url')
    },
  },
  origin: () => 'https://a.klaviyo.com',
  authorize: ({ credentials: { api_key = '' } }) => ({
    Authorization: `Klaviyo-API-Key ${api_key}`,
    revision: '2024-10-15',
    Accept: mediaType,
    'Content-Type': mediaType,
  }),
  explain(body) {
    return listAt(body, 'errors')
      .map((each) => {
        const at = textAt(each, 'source', 'pointer')
        return `${textAt(each, 'detail') ?? textAt(each, 'title') ?? ''}${at === undefined ? '' : ` (${at})`}`
      })
      .join('; ')
  },
  async test(api) {
    await api.get('/api/templates', { 'fields[template]': 'name' })
    return undefined
  },
  async create(api, email) {
    // A hybrid template, whose regions are editable in Klaviyo's editor.
    const editor_type = email.isEditable === true ? 'USER_DRAGGABLE' : 'CODE'
    const attributes = { ...attributesOf(email), editor_type }
    const made = await api.post('/api/templates', { json: { data: { type: 'template', attributes } } })
    return { id: madeId('Klaviyo', made, 'data', 'id'), isWritten: true }
  },
  update(api, id, email) {
    const json = { data: { type: 'template', id, attributes: attributesOf(email) } }
    return exists(api.patch(`/api/templates/${encodeURIComponent(id)}`, { json }))
  },
  async find(api, { name }) {
    const query = { filter: `equals(name,${JSON.stringify(name)})`, sort: '-created' }
    return listAt(await api.get('/api/templates', query), 'data')
      .filter((each) => textAt(each, 'attributes', 'name') === name)
      .map((each) => ({ id: String(member(each, 'id')), createdAtMs: momentAt(each, 'attributes', 'created') }))
  },
}

function attributesOf({ amp, html, name, text }: PushedEmail) {
  return { name, html, text, ...(amp === undefined ? {} : { amp }) }
}
