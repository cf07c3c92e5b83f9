import { beforeAll, describe, expect, test } from 'bun:test'
import { limits } from '../../../../src/kernel/limits.ts'
import { ask } from '../../../support/scenario.ts'
import { dialects } from '../../../support/store.ts'
import { type Module, type Modules, instance, nowhere, section, startModules, text } from './pieces.ts'

describe.each([...dialects])('templates with modules on %s', (dialect) => {
  let service: Modules
  beforeAll(async () => void (service = await startModules(dialect)))

  test('show a change of a module at the next look, under another ETag, and nothing of it changes the template', async () => {
    const id = await service.module('Footer', 'Old words')
    const holder = await service.must<Module>('POST /v1/modules', { name: 'Holder', nodes: [instance('u', id)] })
    const template = await service.template('T', instance('a', holder.id))
    const look = (tag = '') =>
      ask(service, { call: `GET /v1/templates/${template}/html`, ...(tag && { headers: { 'if-none-match': tag } }) })
    const first = await look()
    const tag = first.headers.get('etag') ?? ''
    expect(first.text).toContain('Old words')
    expect((await look(tag)).status).toBe(304)
    await service.say(id, 'New words')
    const second = await look(tag)
    expect(second.status).toBe(200)
    expect(second.text).toContain('New words')
    expect(second.headers.get('etag')).not.toBe(tag)
    expect(await service.must(`GET /v1/templates/${template}`)).toMatchObject({ revision: 1 })
    await service.say(id, 'Old words')
    expect((await look()).headers.get('etag')).toBe(tag)
  })
  test('show it in every way: pages, versions, generation, exports, the editor', async () => {
    const id = await service.module('Footer', 'Everywhere')
    const document = { meta: { title: 'T' }, rows: [instance('a', id)] }
    const template = await service.template('T', ...document.rows)
    const { data } = await service.must<{ data: { id: string }[] }>(`GET /v1/templates/${template}/versions`)
    const answers = [
      await service.call(`GET /v1/templates/${template}/html?data=sample`),
      await service.call(`GET /v1/templates/${template}/versions/${data[0]?.id}/html`),
      await service.call('POST /v1/templates/generate', { template_id: template }),
      await service.call('POST /v1/templates/generate', { document }),
      await service.call('POST /v1/export', { template_id: template, format: 'html' }),
      await service.call('POST /v1/export', { document, format: 'text' }),
    ]
    for (const { status, text: body } of answers)
      expect({ status, shown: body.includes('Everywhere') }).toEqual({ status: 200, shown: true })
    const marked = await service.html(template, '?mode=editor')
    expect(marked).toContain('data-n="a"')
    expect(marked.replaceAll(/ data-n="[^"]*"/g, '')).toBe(await service.html(template))
  })
  test('of which a mailing sends the same one again and again follow a change in between', async () => {
    const id = await service.module('Footer', 'Before')
    const send = {
      document: { meta: { title: 'T' }, rows: [section('s', text('t', 'Dear {{ name }}')), instance('a', id)] },
    }
    const mail = async (name: string) =>
      (await service.must<{ html: string }>('POST /v1/templates/generate', { ...send, data: { name } })).html
    const rendered = [await mail('Ada'), await mail('Ada'), await mail('Bob'), await mail('Ada')]
    expect(new Set([rendered[0], rendered[1], rendered[3]]).size).toBe(1)
    expect(rendered[2]).toContain('Dear Bob')
    await service.say(id, 'After')
    expect(await mail('Ada')).toBe(rendered[0]?.replace('Before', 'After') ?? '')
  })
  test('with slots show what the instance puts there', async () => {
    const { id } = await service.must<Module>('POST /v1/modules', {
      name: 'Card',
      nodes: [section('s', text('t', 'Default'))],
      slots: ['t'],
    })
    const template = await service.template(
      'T',
      instance('a', id, 'latest', { slots: { t: [text('x', 'Mine')] } }),
      instance('b', id),
    )
    const html = await service.html(template)
    expect(html).toContain('Mine')
    expect(html).toContain('Default')
    const { results } = await service.must<{ results: object[] }>(`POST /v1/modules/${id}/detach`, {})
    expect(results).toHaveLength(1)
    expect(await service.html(template)).toBe(html)
  })
  test('say in the report that a module is gone, and draw the rest', async () => {
    const id = await service.module('Short-lived', 'Gone soon')
    const template = await service.template('T', section('s', text('t', 'Stays')), instance('a', id, 1))
    const { data } = await service.must<{ data: { id: string }[] }>(`GET /v1/templates/${template}/versions`)
    await service.html(template)
    await service.must(`PUT /v1/templates/${template}`, {
      document: { meta: { title: 'T' }, rows: [section('s', text('t', 'Stays'))] },
    })
    await service.must(`DELETE /v1/modules/${id}`)
    await service.must(`POST /v1/templates/${template}/versions/${data[0]?.id}/restore`, {})
    const view = await service.must<{ html: string; report: object }>(`GET /v1/templates/${template}/html`)
    expect(view.html).toContain('Stays')
    expect(view.html).not.toContain('Gone soon')
    expect(view.report).toMatchObject({ warnings: [{ code: 'MODULE_NOT_FOUND', node_id: 'a' }] })
  })
  test('show nothing of another project’s module', async () => {
    const theirs = await service.module('Theirs', 'Secret words', 'b')
    const template = await service.template('T', instance('a', theirs), instance('b', nowhere))
    const { text: body } = await service.call(`GET /v1/templates/${template}/html`)
    expect(body).not.toContain('Secret')
    const codes = (JSON.parse(body) as { report: { warnings: { code: string }[] } }).report.warnings.map(
      ({ code }) => code,
    )
    expect(codes).toEqual(['MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'])
    expect(await service.must(`GET /v1/modules/${theirs}`, undefined, 'b')).toMatchObject({ usage_count: 0 })
  })
  test('more different ones than an email shows are left out and told', async () => {
    const rows: object[] = []
    for (let n = 0; n <= limits.modulesShown; n++) rows.push(instance(`i${n}`, await service.module(`M${n}`)))
    const template = await service.template('T', ...rows)
    const { report } = await service.must<{ report: object }>(`GET /v1/templates/${template}/html`)
    expect(report).toMatchObject({ warnings: [{ code: 'MODULE_TOO_LARGE', node_id: `i${limits.modulesShown}` }] })
  })
  test('that are not there are no reason to fail, however many they are', async () => {
    const rows = Array.from({ length: 4000 }, (_, n) =>
      instance(`i${n}`, nowhere.slice(0, -4) + String(n).padStart(4, '0')),
    )
    const template = await service.template('T', ...rows)
    const { status } = await service.call(`GET /v1/templates/${template}/html`)
    expect(status).toBe(200)
  })
})
