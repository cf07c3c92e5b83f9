import { type StandIn, idIn } from '../stand-in.ts'

const key = '0123456789abcdef0123456789abcdef-01234567-89abcdef'
const base = '/v3/mg.example.com/templates'

/** API v3: templates of a domain, in forms. */
export const mailgun: StandIn = {
  provider: 'mailgun',
  path: '',
  account: { credentials: { api_key: key }, settings: { domain: 'mg.example.com', region: 'eu' } },
  wrong: { credentials: { api_key: `f${key.slice(1)}` }, settings: { domain: 'mg.example.com' } },
  answer({ form, headers, method, path, query }, templates) {
    if (headers.get('authorization') !== `Basic ${btoa(`api:${key}`)}`) return { status: 401, text: 'Forbidden' }
    if (method === 'GET' && path === base && query.get('limit') === '1')
      return { status: 200, body: { items: [], paging: {} } }
    const fields = Object.keys(form).toSorted().join()
    if (method === 'POST' && path === base) {
      if (fields !== 'description,engine,headers,name,tag,template') return undefined
      const name = form['name']?.toLowerCase() ?? ''
      if (templates.has(name)) return { status: 400, body: { message: `template with name '${name}' already exists` } }
      templates.set(name, {
        name,
        description: form['description'],
        tag: form['tag'],
        createdAt: new Date().toUTCString(),
        ...versionOf(form),
      })
      return { status: 200, body: { message: 'template has been stored', template: { name, id: '1' } } }
    }
    const name = idIn(path, /^\/v3\/mg\.example\.com\/templates\/([^/]+)/) ?? ''
    const template = templates.get(name)
    if (template === undefined) return this.refusal(404)
    if (method === 'GET' && path === `${base}/${name}`) return { status: 200, body: { template } }
    if (method === 'PUT' && path === `${base}/${name}/versions/svc`) {
      if (fields !== 'active,engine,headers,template') return undefined
      if (template['tag'] !== 'svc') return { status: 404, body: { message: 'version not found' } }
      return {
        status: 200,
        body: { message: 'version has been updated', template: Object.assign(template, versionOf(form)) },
      }
    }
    if (method !== 'POST' || path !== `${base}/${name}/versions`) return undefined
    if (fields !== 'active,engine,headers,tag,template') return undefined
    Object.assign(template, { tag: form['tag'] }, versionOf(form))
    return { status: 200, body: { message: 'new version of the template has been stored', template } }
  },
  refusal: (status) => ({
    status,
    body: { message: `A refusal with ${status}` },
    ...(status === 429 ? { headers: { 'Retry-After': '7' } } : {}),
  }),
  kept: ({ description, html, subject }) => ({ name: description, html, subject }),
}

function versionOf({ headers = '{}', template }: Record<string, string>) {
  return { html: template, subject: (JSON.parse(headers) as { Subject: string }).Subject }
}
