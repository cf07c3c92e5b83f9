import { type StandIn, hasShape, idIn, storeImage } from '../stand-in.ts'

const key = 'pk_0123456789abcdef0123456789abcdef01'

interface Body {
  data?: { type?: string; id?: string; attributes?: Record<string, unknown> }
}

/** JSON:API, revision 2024-10-15. */
export const klaviyo: StandIn = {
  provider: 'klaviyo',
  path: '',
  account: { credentials: { api_key: key }, settings: {} },
  wrong: { credentials: { api_key: key.replace('pk_0', 'pk_f') }, settings: {} },
  answer({ files, form, headers, json, method, path, query }, templates, images) {
    if (headers.get('authorization') !== `Klaviyo-API-Key ${key}`) return this.refusal(401)
    if (!/^\d{4}-\d\d-\d\d$/.test(headers.get('revision') ?? '')) return undefined
    if (method === 'GET' && path === '/api/templates') {
      const wanted = /^equals\(name,"(.*)"\)$/.exec(query.get('filter') ?? '')?.[1]
      const found = [...templates.values()].filter(
        (each) => wanted === undefined || (each['attributes'] as { name: string }).name === wanted,
      )
      return { status: 200, body: { data: found } }
    }
    if (method === 'POST' && path === '/api/image-upload') {
      const { file } = files
      if (Object.keys(form).join() !== 'file,name' || file === undefined || form['name'] !== file.name) return undefined
      const image_url = storeImage(images, file)
      return { status: 201, body: { data: { type: 'image', id: '7', attributes: { name: file.name, image_url } } } }
    }
    if (headers.get('content-type') !== 'application/vnd.api+json') return undefined
    const { data } = (json ?? {}) as Body
    if (data?.type !== 'template') return undefined
    const amp = data.attributes !== undefined && 'amp' in data.attributes ? ({ amp: 'string' } as const) : {}
    const texts = { name: 'string', html: 'string', text: 'string', ...amp } as const
    if (method === 'POST' && path === '/api/templates') {
      if (!hasShape(data.attributes, { ...texts, editor_type: 'string' })) return undefined
      const isHybrid = String(data.attributes?.['html']).includes('data-klaviyo-region')
      if (data.attributes?.['editor_type'] !== (isHybrid ? 'USER_DRAGGABLE' : 'CODE')) return undefined
      const id = `Tm${templates.size}`
      const made = { type: 'template', id, attributes: { ...data.attributes, created: new Date().toISOString() } }
      templates.set(id, made)
      return { status: 201, body: { data: made } }
    }
    const id = idIn(path, /^\/api\/templates\/([^/]+)$/) ?? ''
    if (method !== 'PATCH' || data.id !== id || !hasShape(data.attributes, texts)) return undefined
    const template = templates.get(id)
    if (template === undefined) return this.refusal(404)
    Object.assign(template['attributes'] as object, data.attributes)
    return { status: 200, body: { data: template } }
  },
  refusal: (status) => ({
    status,
    body: {
      errors: [
        {
          id: '00000000-0000-0000-0000-000000000000',
          status,
          code: 'refused',
          title: 'Refused.',
          detail: `A refusal with ${status}`,
          source: { pointer: '/data/attributes/name' },
        },
      ],
    },
    ...(status === 429 ? { headers: { 'Retry-After': '7' } } : {}),
  }),
  kept: ({ attributes }) => attributes as { name: unknown; html: unknown; text: unknown },
}
