import { type StandIn, idIn, storeImage } from '../stand-in.ts'

const token = 'pat-eu1-01234567-89ab-cdef-0123-456789abcdef'
const base = '/cms/v3/source-code/published'

/** CMS Source Code API v3: files of the design manager. */
export const hubspot: StandIn = {
  provider: 'hubspot',
  path: '',
  account: { credentials: { access_token: token }, settings: { folder: 'emails/new ones' } },
  wrong: { credentials: { access_token: token.replace('eu1', 'na1') }, settings: {} },
  answer({ files, form, headers, method, path }, templates, images) {
    if (headers.get('authorization') !== `Bearer ${token}`) return this.refusal(401)
    if (method === 'GET' && path === '/account-info/v3/details') return { status: 200, body: { portalId: 4711 } }
    if (method === 'POST' && path === '/files/v3/files') {
      const { file } = files
      if (Object.keys(form).toSorted().join() !== 'file,fileName,folderPath,options' || file === undefined)
        return undefined
      if (!form['folderPath']?.startsWith('/') || form['options'] !== '{"access":"PUBLIC_NOT_INDEXABLE"}')
        return undefined
      return { status: 201, body: { id: '1', url: storeImage(images, file) } }
    }
    const asked = idIn(path, /^\/cms\/v3\/source-code\/published\/metadata\/(.+)$/)
    if (method === 'GET' && asked !== undefined) {
      const file = templates.get(asked)
      return file === undefined ? this.refusal(404) : { status: 200, body: file }
    }
    const id = idIn(path, /^\/cms\/v3\/source-code\/published\/content\/(.+)$/)
    if (method !== 'PUT' || id === undefined || !path.startsWith(base) || Object.keys(form).join() !== 'file')
      return undefined
    const source = form['file'] ?? ''
    const label =
      /^<!--\n {2}templateType: email\n {2}isAvailableForNewContent: true\n {2}label: (.+)\n( {2}isEnabledForEmailV3Rendering: true\n)?-->\n/.exec(
        source,
      )
    // A field in a tag is read only where the file says so.
    if (label === null || /\{%[^%]*contact\./.test(source) !== (label[2] !== undefined)) return undefined
    const facts = {
      id,
      name: id.slice(id.lastIndexOf('/') + 1),
      folder: false,
      createdAt: Date.now(),
      updatedAt: Date.now(),
    }
    templates.set(id, { ...facts, label: label[1], html: source.slice(label[0].length) })
    return { status: 200, body: facts }
  },
  refusal: (status) => ({
    status,
    body: { status: 'error', message: `A refusal with ${status}`, correlationId: 'x', category: 'REFUSED' },
    ...(status === 429 ? { headers: { 'X-HubSpot-RateLimit-Interval-Milliseconds': '7000' } } : {}),
  }),
  kept: ({ html, label }) => ({ name: label, html }),
}
