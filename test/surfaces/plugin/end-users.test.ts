/** End users of one host beside each other: what belongs to one is in no answer to the other, whatever is queried. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { bytesOf, disc, photo } from '../../email/image/images.ts'
import { type Answer, ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { sendAsset } from '../assets/send-file.ts'
import { type TestDesk, type Host, makeHost, makeKey, openTestService, tokenOf, uploadFrom } from './host.ts'

const marker = 'MARKER'
const text = (id: string, words: string) => ({
  id,
  type: 'section',
  columns: [
    {
      id: `${id}-column`,
      type: 'column',
      width: { fr: 1 },
      blocks: [{ id: `${id}-text`, type: 'text', text: `<p>${words}</p>` }],
    },
  ],
})
const use = (id: string, version: number | 'latest' = 'latest') => ({ id: 'use', type: 'module', ref: { id, version } })
const documentOf = (...rows: object[]) => ({ meta: { title: 'Email' }, rows })

describe.each([...dialects])('end users on %s', (dialect) => {
  let service: TestService
  let host: Host
  let key: string
  let one: TestDesk
  let two: TestDesk
  /** Ids of what customer one has. */
  let ids: { module: string; template: string; version: string; asset: string; review: string; recipient: string }
  let image: Uint8Array

  const customer = (name: string, userId: number, claims: object = {}) =>
    openTestService(service, host, { emailId: name, userId, claims: { emailId: name, ...claims } })

  beforeAll(async () => {
    service = await startService({
      dialect,
      environment: { SVC_PLUGIN_RATE_LIMIT: '10000/60', SVC_NET_ALLOW: '127.0.0.1/32' },
    })
    host = await makeHost(service, ['https://host.example'])
    key = await makeKey(service, host)
    one = await customer('customer-one', 1)
    two = await customer('customer-two', 2)
    image = await bytesOf(photo(30, 20).png())
    const uploaded = await uploadFrom(service, one, {
      bytes: image,
      name: `${marker}-photo.png`,
      fields: { alt: `${marker} alt` },
    })
    expect(uploaded.status).toBe(201)
    await sendAsset(service, {
      key,
      bytes: await bytesOf(photo(31, 20).png()),
      fileName: `${marker}-folder.png`,
      fields: [['folder', 'customer-one']],
    })
    const saved = await one.call('POST /v1/plugin/modules', {
      name: `${marker} module`,
      nodes: [text('row', `${marker} price list`)],
    })
    const { id: module } = saved.body as { id: string }
    const body = { html: '', css: '', document: documentOf(use(module), text('own', `${marker} content`)) }
    const email = (await one.call('POST /plugin/save', body)).body as { templateId: string }
    expect(await one.call('POST /v1/plugin/publish', { note: `${marker} note` })).toMatchObject({ status: 200 })
    const versions = (await one.call('GET /v1/plugin/versions')).body as { data: { id: string }[] }
    const relaunch = { note: `${marker} relaunch` }
    expect(await one.call('POST /v1/plugin/publish', relaunch)).toMatchObject({ status: 200 })
    const requested = await one.call('POST /v1/plugin/reviews', { note: `${marker} request` })
    const { publication } = requested.body as { publication: { review: { id: string } } }
    await two.call('POST /plugin/save', { html: '<p>Hello of two</p>', css: '' })
    const person = await ask(service, {
      call: 'POST /v1/sample-recipients',
      key,
      send: { name: `${marker} person`, data: { first_name: marker } },
    })
    ids = {
      recipient: (person.body as { id: string }).id,
      module,
      template: email.templateId,
      version: versions.data[0]?.id ?? '',
      asset: (uploaded.body as { id: string }).id,
      review: publication.review.id,
    }
    expect(Object.values(ids)).not.toContain('')
  })

  /** Calls of every route, each with whatever leads to what customer one has. */
  const attacks = (): Record<string, [call: string, send?: unknown][]> => {
    const foreign = documentOf(use(ids.module))
    const pinned = documentOf(use(ids.module, 1))
    const insert = { op: 'insert', parent: 'root', index: 0, nodes: [use(ids.module)] }
    const init = (more: object) => ({ pluginId: host.pluginId, emailId: 'customer-two', ...more })
    return {
      'POST /v1/plugin/init': [
        ['POST /init', init({ emailId: 'customer-one' })],
        ['POST /v1/plugin/init', init({ emailId: ids.template })],
        ['POST /api/v1/init', init({ startFrom: ids.template })],
      ],
      'POST /v1/plugin/refresh': [['POST /v1/plugin/refresh', {}]],
      'GET /v1/plugin/document': [['GET /v1/plugin/document']],
      'GET /v1/plugin/revisions/{revision}': [['GET /v1/plugin/revisions/0'], ['GET /v1/plugin/revisions/1']],
      'POST /v1/plugin/operations': [['POST /v1/plugin/operations', { baseRevision: 1, operations: [insert] }]],
      'POST /v1/plugin/save': [
        ['POST /plugin/save', { html: '', css: '', document: foreign }],
        ['POST /v1/plugin/save', { html: '', css: '', document: pinned }],
      ],
      'GET /v1/plugin/lock': [['GET /v1/plugin/lock']],
      'PUT /v1/plugin/lock': [['PUT /v1/plugin/lock', { force: true }]],
      'DELETE /v1/plugin/lock': [['DELETE /v1/plugin/lock']],
      'POST /v1/plugin/export': [
        ['POST /export', { format: 'html', document: foreign }],
        ['POST /v1/plugin/export', { format: 'zip', document: pinned }],
        ['POST /v1/plugin/export', { format: 'html' }],
      ],
      'POST /v1/plugin/compile': [
        ['POST /v1/plugin/compile', { document: foreign }],
        ['POST /v1/plugin/compile', {}],
      ],
      'POST /v1/plugin/preview': [
        ['POST /v1/plugin/preview', { document: foreign }],
        ['POST /v1/plugin/preview', { recipient: ids.recipient }],
        ['POST /v1/plugin/preview', {}],
      ],
      'POST /v1/plugin/import': [
        ['POST /v1/plugin/import', { html: '<p>Hello</p>', css: '', document: foreign }],
        ['POST /v1/plugin/import', { html: '<p>Hello</p>', css: '' }],
      ],
      'POST /v1/plugin/css': [['POST /v1/plugin/css', { css: '.a{color:red}' }]],
      'GET /v1/plugin/versions': [['GET /v1/plugin/versions']],
      'GET /v1/plugin/versions/{versionId}': [[`GET /v1/plugin/versions/${ids.version}`]],
      'PUT /v1/plugin/versions/{versionId}': [[`PUT /v1/plugin/versions/${ids.version}`, { label: 'x' }]],
      'POST /v1/plugin/versions/{versionId}/restore': [[`POST /v1/plugin/versions/${ids.version}/restore`]],
      'GET /v1/plugin/publication': [['GET /v1/plugin/publication']],
      'GET /v1/plugin/releases': [['GET /v1/plugin/releases']],
      'GET /v1/plugin/releases/{number}': [['GET /v1/plugin/releases/1']],
      'DELETE /v1/plugin/releases/{number}': [['DELETE /v1/plugin/releases/1']],
      'POST /v1/plugin/publish': [
        ['POST /v1/plugin/publish', {}],
        ['POST /v1/plugin/publish', { note: 'mine', baseRevision: 1 }],
      ],
      'POST /v1/plugin/rollback': [
        ['POST /v1/plugin/rollback', { to: 1 }],
        ['POST /v1/plugin/rollback', {}],
      ],
      'POST /v1/plugin/unpublish': [['POST /v1/plugin/unpublish']],
      'POST /v1/plugin/reviews': [['POST /v1/plugin/reviews', { note: 'Mine' }]],
      'DELETE /v1/plugin/reviews/{reviewId}': [[`DELETE /v1/plugin/reviews/${ids.review}`]],
      'POST /v1/plugin/reviews/{reviewId}/approve': [[`POST /v1/plugin/reviews/${ids.review}/approve`, {}]],
      'POST /v1/plugin/reviews/{reviewId}/reject': [[`POST /v1/plugin/reviews/${ids.review}/reject`, {}]],
      'GET /v1/plugin/assets': [
        ['GET /v1/plugin/assets'],
        ['GET /v1/plugin/assets?kind=file'],
        ['GET /v1/plugin/assets?q=photo'],
        [`GET /v1/plugin/assets?q=${marker.toLowerCase()}`],
      ],
      'POST /v1/plugin/assets': [],
      'POST /v1/plugin/assets/from-url': [],
      'POST /v1/plugin/assets/{id}/links': [[`POST /v1/plugin/assets/${ids.asset}/links`, { crop: '0,0,4,4' }]],
      'GET /v1/plugin/sample-recipients': [['GET /v1/plugin/sample-recipients']],
      'GET /v1/plugin/sample-recipients/{id}': [[`GET /v1/plugin/sample-recipients/${ids.recipient}`]],
      'GET /v1/plugin/starters': [['GET /v1/plugin/starters']],
      'GET /v1/plugin/starters/{id}': [[`GET /v1/plugin/starters/${ids.template}`]],
      'GET /v1/plugin/modules': [['GET /v1/plugin/modules'], ['GET /v1/plugin/modules?q=module']],
      'POST /v1/plugin/modules': [['POST /v1/plugin/modules', { name: 'Around', nodes: [use(ids.module)] }]],
    }
  }

  /** An answer with all that it leads to: files and pages behind temporary URLs. */
  async function followed(answer: Answer): Promise<string> {
    const urls = Array.from(answer.text.matchAll(/http:\/\/localhost:3009(\/cdn\/(?:exports|previews)\/[^"\\]+)/g))
    const pages = await Promise.all(urls.map(([, path = '']) => ask(service, { call: `GET ${path}`, key: null })))
    return [answer.text, ...answer.headers.values(), ...pages.map((page) => page.text)].join('\n')
  }

  test('every route of the surface is among the attacks', async () => {
    const { paths } = (await ask(service, { call: 'GET /openapi.json', key: null })).body as {
      paths: Record<string, Record<string, unknown>>
    }
    const routes = Object.entries(paths)
      .filter(([path]) => path.startsWith('/v1/plugin/'))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
      .filter((route) => /^(GET|POST|PUT|DELETE|PATCH) /.test(route))
    expect(routes.toSorted()).toEqual(Object.keys(attacks()).toSorted())
  })

  test('of two emails see nothing of each other in any answer of any route', async () => {
    for (const [call, send] of Object.values(attacks()).flat()) {
      const answer = await two.call(call, send)
      expect(answer.status, call).toBeLessThan(500)
      const all = await followed(answer)
      expect(all.includes(marker), `${call} ${JSON.stringify(send)}`).toBe(false)
    }
    const same = await uploadFrom(service, two, { bytes: image, name: 'mine.png' })
    expect(same).toMatchObject({ status: 201, body: { name: 'mine.png', alt: null } })
    expect(await followed(same)).not.toContain(marker)
    // The attacks reach what is their own, pages and files behind temporary URLs included.
    for (const call of ['preview', 'export'])
      expect(
        await followed(await two.call(`POST /v1/plugin/${call}`, { ...(call === 'export' && { format: 'html' }) })),
      ).toContain('Hello of two')
  })

  test('the session of another user does not open with the token of one’s own', async () => {
    for (const [call, send] of Object.values(attacks()).flat()) {
      if (call.endsWith('init')) continue
      const headers = { ...two.headers, 'svc-session': one.sessionId }
      const answer = await ask(service, { call, key: null, headers, ...(send === undefined ? {} : { send }) })
      expect([call, answer.status, answer.text.includes(marker)]).toEqual([call, 404, false])
    }
  })

  test('what one has published is still published, and nothing else', async () => {
    expect((await one.call('GET /v1/plugin/publication')).body).toMatchObject({
      status: 'published',
      release: { number: 2, note: `${marker} relaunch`, live: true },
      scheduled: null,
      review: { id: ids.review, state: 'pending' },
    })
    expect((await one.call('GET /v1/plugin/releases/1')).text).toContain(`${marker} price list`)
  })

  test('a plugin token opens no route of the REST API', async () => {
    for (const path of [
      'assets',
      `assets/${ids.asset}`,
      'modules',
      `modules/${ids.module}`,
      'templates/my',
      'export',
    ]) {
      const answer = await ask(service, { call: `GET /v1/${path}`, key: null, headers: two.headers })
      expect([path, answer.status, answer.text.includes(marker)]).toEqual([path, 401, false])
    }
  })

  test('one still sees, uses, undoes and restores what is their own', async () => {
    expect((await one.call('GET /v1/plugin/assets')).text).toContain(`${marker}-photo.png`)
    expect((await one.call('GET /v1/plugin/modules')).text).toContain(`${marker} price list`)
    expect((await one.call('GET /v1/plugin/releases')).text).toContain(`${marker} note`)
    expect((await one.call('GET /v1/plugin/releases/1')).text).toContain(`${marker} content`)
    const testService = await customer('customer-three', 1)
    expect((await testService.call('GET /v1/plugin/assets')).text).toContain(`${marker}-photo.png`)
    const draft = { html: '', css: '', document: documentOf(use(ids.module)) }
    expect((await testService.call('POST /plugin/save', draft)).status).toBe(200)
  })

  test('what a colleague of the same email uploads and saves is listed, under another email it is not', async () => {
    const colleague = await customer('customer-one', 11)
    expect((await colleague.call('GET /v1/plugin/assets')).text).toContain(`${marker}-photo.png`)
    const elsewhere = await customer('customer-four', 11)
    expect((await elsewhere.call('GET /v1/plugin/assets')).text).not.toContain(marker)
  })

  test('what an API key uploads outside of folders, and modules it makes, are shared with all', async () => {
    const shared = { key, bytes: await bytesOf(disc(12).png()), fileName: 'shared-logo.png' }
    const { id } = await sendAsset(service, shared)
    const module = await ask(service, {
      call: 'POST /v1/modules',
      key,
      send: { name: 'Shared footer', nodes: [text('foot', 'Imprint')] },
    })
    for (const testService of [one, two, await customer('acme', 3, { library: 'folder:acme' })]) {
      expect((await testService.call('GET /v1/plugin/assets')).text).toContain(id)
      expect((await testService.call('GET /v1/plugin/modules')).text).toContain('Shared footer')
    }
    // The same bytes are not stored once more.
    expect(await uploadFrom(service, two, { bytes: shared.bytes, name: 'again.png' })).toMatchObject({
      status: 200,
      body: { id },
    })
    const shown = documentOf(use((module.body as { id: string }).id))
    expect((await two.call('POST /v1/plugin/compile', { document: shown })).text).toContain('Imprint')
  })

  test('a module that the host put into an email can be removed, undone and restored there, and is not listed', async () => {
    const module = await one.call('POST /v1/plugin/modules', { name: 'Of one', nodes: [text('foreign', 'Foreign')] })
    const { id } = module.body as { id: string }
    const testService = await customer('customer-five', 5)
    const first = (await testService.call('POST /plugin/save', { html: '<p>x</p>', css: '' })).body as {
      templateId: string
    }
    const send = { document: documentOf(use(id), text('rest', 'Rest')) }
    expect((await ask(service, { call: `PUT /v1/templates/${first.templateId}`, key, send })).status).toBe(200)
    expect((await testService.call('GET /v1/plugin/document')).text).toContain('Foreign')
    const edit = async (operations: object[]) => {
      const { revision } = (await testService.call('GET /v1/plugin/lock')).body as { revision: number }
      return testService.call('POST /v1/plugin/operations', { baseRevision: revision, operations })
    }
    const removed = await edit([{ op: 'remove', id: 'use' }])
    expect(removed.status).toBe(200)
    const { inverse } = removed.body as { inverse: object[] }
    expect((await edit(inverse)).status).toBe(200)
    expect((await testService.call('GET /v1/plugin/modules')).text).not.toContain('Foreign')
    const draft = { document: documentOf(use(id)) }
    expect((await testService.call('POST /v1/plugin/compile', draft)).text).toContain('Foreign')
  })

  describe('with the claim library', () => {
    test('of a folder list what is in it and below it, whoever uploaded it, and nothing else', async () => {
      const acme = await customer('acme-1', 21, { library: 'folder:acme' })
      const deep = await customer('acme-2', 22, { library: 'folder:acme/team' })
      const other = await customer('globex', 23, { library: 'folder:acmeglobex' })
      const image = async (size: number) => bytesOf(disc(size).png())
      await uploadFrom(service, acme, { bytes: await image(20), name: 'acme.png' })
      await uploadFrom(service, deep, { bytes: await image(21), name: 'team.png' })
      await uploadFrom(service, other, { bytes: await image(22), name: 'globex.png' })
      await sendAsset(service, {
        key,
        bytes: await image(23),
        fileName: 'from-key.png',
        fields: [['folder', 'acme/from key']],
      })
      await acme.call('POST /v1/plugin/modules', { name: 'Acme module', nodes: [text('a', 'Acme')] })
      await deep.call('POST /v1/plugin/modules', { name: 'Team module', nodes: [text('b', 'Team')] })
      const listed = async (testService: TestDesk, what: string) =>
        ((await testService.call(`GET /v1/plugin/${what}`)).body as { data: { name: string }[] }).data
          .map(({ name }) => name)
          .filter((name) => !name.toLowerCase().startsWith('shared'))
          .toSorted()
      expect(await listed(acme, 'assets')).toEqual(['acme.png', 'from-key.png', 'team.png'])
      expect(await listed(deep, 'assets')).toEqual(['team.png'])
      expect(await listed(other, 'assets')).toEqual(['globex.png'])
      expect(await listed(acme, 'modules')).toEqual(['Acme module', 'Team module'])
      expect(await listed(deep, 'modules')).toEqual(['Team module'])
      expect(await listed(other, 'modules')).toEqual([])
      const outside = { bytes: await image(24), name: 'x.png', fields: { folder: 'customer-one' } }
      for (const testService of [acme, two])
        expect(await uploadFrom(service, testService, outside)).toMatchObject({
          status: 422,
          body: { code: 'VALIDATION_FAILED', details: expect.stringContaining('/folder') },
        })
    })

    test('`project` lists everything, as a token without an email does', async () => {
      const wide = await customer('customer-two', 2, { library: 'project' })
      const unlimited = await openTestService(service, host, { emailId: 'any', userId: 30 })
      for (const testService of [wide, unlimited]) {
        const assets = (await testService.call('GET /v1/plugin/assets')).text
        expect([assets.includes(`${marker}-photo.png`), assets.includes(`${marker}-folder.png`)]).toEqual([true, true])
        expect((await testService.call('GET /v1/plugin/modules')).text).toContain(`${marker} price list`)
      }
    })

    test('`own` limits a token of no email to its user, whichever email it opens', async () => {
      const testService = await openTestService(service, host, {
        emailId: 'customer-one',
        userId: 31,
        claims: { library: 'own' },
      })
      expect((await testService.call('GET /v1/plugin/assets')).text).not.toContain(marker)
      const { data } = (await testService.call('GET /v1/plugin/modules')).body as { data: { name: string }[] }
      expect(data.filter(({ name }) => name.includes(marker))).toEqual([])
    })
  })

  describe('a claim that is not valid', () => {
    test.each([
      ['library', { library: 'mine' }, 'The claim library must be "own", "project" or "folder:"'],
      ['library', { library: 'folder:' }, 'The claim library must be'],
      ['library', { library: 'folder:/etc' }, 'The claim library must be'],
      ['can', { can: 'upload' }, 'The claim can must be an array of "upload", "modules", "export", "preview".'],
      ['can', { can: ['publish'] }, 'The claim can must be an array of'],
      ['files', { files: 'any' }, 'The claim files must be "images" or "all".'],
      ['misspelled', { libary: 'own' }, 'The claim "libary" is unknown'],
      ['in another case', { emailID: 'x' }, 'The claim "emailID" is unknown'],
    ])('is refused with its name and the allowed values: %s %j', async (_, claims, says) => {
      const send = { pluginId: host.pluginId, emailId: 'x' }
      const call = { call: 'POST /init', key: null, send }
      const headers = { 'es-plugin-auth': tokenOf(host, claims) }
      expect(await ask(service, { ...call, headers })).toMatchObject({
        status: 401,
        body: { code: 'PLUGIN_AUTH_INVALID', details: expect.stringContaining(says) },
      })
      const forged = { 'es-plugin-auth': tokenOf({ ...host, secret: 'x' }, claims) }
      expect((await ask(service, { ...call, headers: forged })).text).not.toContain('claim')
    })

    test('members of the host’s own are no claims', async () => {
      const more = { email: 'a@example.com', iat: 1, roles: ['editor'], company: 'Acme' }
      const testService = await openTestService(service, host, { emailId: 'more', claims: more })
      expect((await testService.call('GET /v1/plugin/document')).status).toBe(200)
    })
  })

  describe('rights', () => {
    const routes: [route: string, right: string, send: unknown][] = [
      ['POST /v1/plugin/export', 'export', { format: 'html' }],
      ['POST /export', 'export', { format: 'html' }],
      ['POST /v1/plugin/compile', 'export', {}],
      ['POST /v1/plugin/preview', 'preview', {}],
      ['POST /v1/plugin/modules', 'modules', { name: 'x', nodes: [text('x', 'x')] }],
      ['POST /v1/plugin/assets', 'upload', undefined],
      ['POST /v1/plugin/assets/from-url', 'upload', { url: 'http://127.0.0.1:1/a.png' }],
    ]

    test('are answered by init and with the document', async () => {
      const claims = { can: ['preview', 'upload'], library: 'folder:a/b', files: 'all' }
      const rights = { can: ['upload', 'preview'], library: 'folder:a/b', files: 'all' }
      const answer = await ask(service, {
        call: 'POST /init',
        key: null,
        headers: { 'es-plugin-auth': tokenOf(host, claims) },
        send: { pluginId: host.pluginId, emailId: 'rights' },
      })
      expect(answer.body).toMatchObject({ rights })
      const testService = await openTestService(service, host, { emailId: 'rights', claims })
      expect((await testService.call('GET /v1/plugin/document')).body).toMatchObject({ rights })
      expect((await two.call('GET /v1/plugin/document')).body).toMatchObject({
        rights: { can: ['upload', 'modules', 'export', 'preview'], library: 'own', files: 'images' },
      })
    })

    test.each(routes)('%s needs %s', async (route, right, send) => {
      const all = ['upload', 'modules', 'export', 'preview']
      const call = async (can: string[]) => {
        const testService = await openTestService(service, host, { emailId: 'rights', claims: { can } })
        return route.endsWith('assets')
          ? uploadFrom(service, testService, { bytes: image, name: 'x.png' })
          : testService.call(route, send)
      }
      expect(await call(all.filter((each) => each !== right))).toMatchObject({
        status: 403,
        body: { code: 'TOKEN_RIGHT_MISSING', errorType: 'auth', details: expect.stringContaining(` ${right} `) },
      })
      // Nothing is at the URL.
      expect((await call([right])).status).toBeOneOf(route.endsWith('from-url') ? [422] : [200, 201])
    })

    test('none are needed to edit: a token without any reads, types, saves and restores', async () => {
      const testService = await openTestService(service, host, { emailId: 'typing', claims: { can: [] } })
      const document = documentOf(text('a', 'First'))
      expect((await testService.call('POST /plugin/save', { html: '', css: '', document })).status).toBe(200)
      const set = { op: 'set', id: 'a-text', props: { text: '<p>Second</p>' } }
      const edit = { baseRevision: 1, operations: [set], label: 'Second' }
      expect((await testService.call('POST /v1/plugin/operations', edit)).status).toBe(200)
      const { data } = (await testService.call('GET /v1/plugin/versions')).body as { data: { id: string }[] }
      expect((await testService.call(`POST /v1/plugin/versions/${data.at(-1)?.id}/restore`)).text).toContain('First')
    })

    test('without upload an import makes no asset of the images in it', async () => {
      const testService = await openTestService(service, host, {
        emailId: 'no-upload',
        userId: 77,
        claims: { can: [] },
      })
      const html = `<p>Hi</p><img src="data:image/png;base64,${Buffer.from(await bytesOf(disc(33).png())).toString('base64')}" alt="Dot">`
      for (const call of ['POST /v1/plugin/import', 'POST /plugin/save'])
        expect((await testService.call(call, { html, css: '' })).text).not.toMatch(/\/cdn\/ast_/)
      expect((await testService.call('GET /v1/plugin/assets?q=dot')).body).toMatchObject({ data: [] })
    })
  })

  describe('settings of the project', () => {
    test('apply where the token makes no claim, and can restore what applied before', async () => {
      const own = await makeHost(service)
      const ownKey = await makeKey(service, own)
      const put = (end_users: object) =>
        ask(service, { call: `PUT /v1/projects/${own.projectId}`, key: ownKey, send: { end_users } })
      const open = (claims: object) =>
        openTestService(service, own, { emailId: 'e', userId: 9, claims: { emailId: 'e', ...claims } })
      const shown = async (claims: object) =>
        ((await (await open(claims)).call('GET /v1/plugin/document')).body as { rights: object }).rights
      expect(await put({ library: 'project', can: ['upload'], files: 'all' })).toMatchObject({
        status: 200,
        body: { end_users: { library: 'project', can: ['upload'], files: 'all', uploads_per_day: 500 } },
      })
      expect(await shown({})).toEqual({ can: ['upload'], files: 'all', library: 'project' })
      expect(await shown({ library: 'own', can: [], files: 'images' })).toEqual({
        can: [],
        files: 'images',
        library: 'own',
      })
      expect((await put({})).body).toMatchObject({ end_users: { library: 'auto', files: 'images' } })
      expect(await shown({})).toMatchObject({ files: 'images', library: 'own' })
      expect(await put({ library: 'none' })).toMatchObject({ status: 422 })
    })
  })

  describe('quotas', () => {
    const image = (size: number) => bytesOf(disc(size).png())
    async function withQuota(end_users: object) {
      const own = await makeHost(service)
      const ownKey = await makeKey(service, own)
      await ask(service, { call: `PUT /v1/projects/${own.projectId}`, key: ownKey, send: { end_users } })
      return { own, open: (userId: number, emailId = 'e') => openTestService(service, own, { emailId, userId }) }
    }

    test('count uploads of a user over sessions, seats and emails, and of no other user', async () => {
      const { open } = await withQuota({ uploads_per_day: 2 })
      for (const [at, emailId] of ['a', 'b'].entries()) {
        const sent = await uploadFrom(service, await open(1, emailId), { bytes: await image(40 + at), name: 'x.png' })
        expect(sent.status).toBe(201)
      }
      const refused = await uploadFrom(service, await open(1, 'c'), { bytes: await image(50), name: 'x.png' })
      expect(refused).toMatchObject({
        status: 429,
        body: { code: 'RATE_LIMIT_EXCEEDED', details: expect.stringContaining('PUT /projects/{id} with end_users') },
      })
      expect(Number(refused.headers.get('retry-after'))).toBeWithin(80_000, 86_401)
      expect((await uploadFrom(service, await open(2), { bytes: await image(51), name: 'x.png' })).status).toBe(201)
    })

    test('hold when many uploads arrive at once', async () => {
      const { open } = await withQuota({ uploads: 3 })
      const testService = await open(1)
      const files = await Promise.all(Array.from({ length: 8 }, (_, at) => image(60 + at)))
      const answers = await Promise.all(
        files.map((bytes) => uploadFrom(service, testService, { bytes, name: 'x.png' })),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409, 409, 409, 409])
      expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'LIMIT_REACHED' })
    })

    test('count bytes, and images that an import brings', async () => {
      const { open } = await withQuota({ upload_bytes_per_day: 2000 })
      const testService = await open(1)
      const large = await bytesOf(photo(200, 200).png())
      expect(large.length).toBeGreaterThan(2000)
      expect((await uploadFrom(service, testService, { bytes: large, name: 'x.png' })).status).toBe(429)
      const html = `<img src="data:image/png;base64,${Buffer.from(large).toString('base64')}" alt="">`
      expect((await testService.call('POST /v1/plugin/import', { html, css: '' })).text).not.toMatch(/\/cdn\/ast_/)
      expect((await uploadFrom(service, testService, { bytes: await image(70), name: 'x.png' })).status).toBe(201)
    })
  })
})
