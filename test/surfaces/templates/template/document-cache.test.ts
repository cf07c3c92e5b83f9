/** Documents that are kept between calls: nothing is older than what is stored, and nobody changes them. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { limits } from '../../../../src/kernel/limits.ts'
import type { Db } from '../../../../src/platform/storage/index.ts'
import { readWithDocument } from '../../../../src/surfaces/templates/template/document-cache.ts'
import { dialects } from '../../../support/store.ts'
import { sampleData, samples } from '../../../email/blocks/samples.ts'
import { compositions } from '../../../email/render/compositions.ts'
import { makeHost, openTestService } from '../../plugin/host.ts'
import { type Module, type Modules, instance, section, startModules, text } from '../modules/pieces.ts'

const viewer = (service: Modules) => ({ projectId: service.projects.a, owner: 'project' })

/** The document as another call would get it, from what this process keeps. */
async function documentIn(service: Modules, id: string, db: Db = service.store.read) {
  return (await readWithDocument(db, viewer(service), id))?.document
}

/** Asks so often that the document is kept, and what was rendered of it. */
async function render(service: Modules, id: string, send: object = {}): Promise<string> {
  let html = ''
  for (let time = 0; time < 4; time++) {
    html = (await service.must<{ html: string }>('POST /v1/templates/generate', { template_id: id, ...send })).html
  }
  return html
}

describe.each([...dialects])('documents kept on %s', (dialect) => {
  let service: Modules
  beforeAll(async () => void (service = await startModules(dialect)))

  test('are the same object from the second reading on, until the template changes', async () => {
    const id = await service.template('T', section('s', text('t', 'One')))
    const seen = [await documentIn(service, id), await documentIn(service, id), await documentIn(service, id)]
    expect(seen[0]).not.toBe(seen[1])
    expect(seen[1]).toBe(seen[2])
    await service.must(`PUT /v1/templates/${id}`, { name: 'Another name' })
    expect(await documentIn(service, id)).not.toBe(seen[2])
  })
  test('are read anew inside a transaction, whose own rows nobody else may see', async () => {
    const id = await service.template('T', section('s', text('t', 'One')))
    await documentIn(service, id)
    const kept = await documentIn(service, id)
    await service.store.tx(async (db) => {
      const inside = await documentIn(service, id, db)
      expect(inside).toEqual(kept)
      expect(inside).not.toBe(kept)
    })
  })
  test('show an edit, operations, a restored version and what the trash does at the next rendering', async () => {
    const document = (words: string) => ({ meta: { title: 'T' }, rows: [section('s', text('t', words))] })
    const id = await service.create({ name: 'T', type: 'other', document: document('First {{ name }}') })
    expect(await render(service, id, { data: { name: 'Ada' } })).toContain('First Ada')
    await service.must(`PUT /v1/templates/${id}`, { document: document('Second {{ name }}') })
    expect(await render(service, id, { data: { name: 'Bob' } })).toContain('Second Bob')
    const operations = [{ op: 'set', id: 't', props: { text: '<p>Third {{ name }}</p>' } }]
    await service.must(`POST /v1/templates/${id}/operations`, { base_revision: 2, operations })
    expect(await render(service, id, { data: { name: 'Cy' } })).toContain('Third Cy')
    const versions = await service.must<{ data: { id: string; number: number }[] }>(`GET /v1/templates/${id}/versions`)
    const first = versions.data.find(({ number }) => number === 1)?.id
    await service.must(`POST /v1/templates/${id}/versions/${first}/restore`, {})
    expect(await render(service, id, { data: { name: 'Dee' } })).toContain('First Dee')
    expect((await service.call(`DELETE /v1/templates/${id}`)).status).toBe(204)
    expect((await service.call('POST /v1/templates/generate', { template_id: id })).status).toBe(404)
    await service.must(`POST /v1/templates/${id}/restore`, {})
    expect(await render(service, id, { data: { name: 'Eve' } })).toContain('First Eve')
    await service.call(`DELETE /v1/templates/${id}?permanent=true`)
    expect((await service.call('POST /v1/templates/generate', { template_id: id })).status).toBe(404)
  })
  test('show a new version of a module, one inside a module, a sync of a pinned one and a module that is gone', async () => {
    const [latest, inner] = [await service.module('Latest', 'L1'), await service.module('Inner', 'I1')]
    const holder = await service.must<Module>('POST /v1/modules', { name: 'Holder', nodes: [instance('i', inner)] })
    const pinned = await service.module('Pinned', 'P1')
    const rows = [instance('a', latest), instance('b', holder.id), instance('c', pinned, 1)]
    const id = await service.template('T', ...rows)
    const words = async () => (await render(service, id)).match(/[LIP]\d/g)?.join(' ')
    expect(await words()).toBe('L1 I1 P1')
    await service.say(latest, 'L2')
    await service.say(inner, 'I2')
    await service.say(pinned, 'P2')
    expect(await words()).toBe('L2 I2 P1')
    await service.must(`POST /v1/modules/${pinned}/sync`, {})
    expect(await words()).toBe('L2 I2 P2')
    await service.must(`DELETE /v1/modules/${pinned}?detach=true`)
    expect(await words()).toBe('L2 I2 P2')
  })
  test('are told from those of another replica by their revision', async () => {
    const id = await service.template('T', section('s', text('t', 'Before')))
    const replica = { ...service.store.read }
    await documentIn(service, id, replica)
    const kept = await documentIn(service, id, replica)
    await service.must(`PUT /v1/templates/${id}`, {
      document: { meta: { title: 'T' }, rows: [section('s', text('t', 'After'))] },
    })
    const fresh = await documentIn(service, id, replica)
    expect(JSON.stringify(kept)).toContain('Before')
    expect(JSON.stringify(fresh)).toContain('After')
  })
  test('are given to nobody but those who may read the template', async () => {
    const id = await service.template('T', section('s', text('t', 'Ours')))
    await render(service, id)
    expect((await service.call('POST /v1/templates/generate', { template_id: id }, 'b')).status).toBe(404)
    const theirs = { projectId: service.projects.b, owner: 'project' }
    expect(await readWithDocument(service.store.read, theirs, id)).toBeUndefined()
  })
})

describe('the memory of documents', () => {
  let service: Modules
  beforeAll(async () => void (service = await startModules('sqlite')))

  test('holds so many: the one that was asked for the longest ago makes room', async () => {
    const ids: string[] = []
    for (let n = 0; n <= limits.keptDocuments; n++) ids.push(await service.template(`T${n}`))
    const [oldest = '', newest = ''] = [ids[0], ids.at(-1)]
    await documentIn(service, oldest)
    const first = await documentIn(service, oldest)
    expect(await documentIn(service, oldest)).toBe(first)
    for (const id of ids.slice(1)) {
      await documentIn(service, id)
      await documentIn(service, id)
    }
    expect(await documentIn(service, newest)).toBe(await documentIn(service, newest))
    expect(await documentIn(service, oldest)).not.toBe(first)
  })
  test('counts what modules put into a document', async () => {
    const module = await service.module('Large', 'Words '.repeat(10_000))
    const ids: string[] = []
    for (let bytes = 0; bytes <= limits.keptDocumentsBytes; bytes += 60_000)
      ids.push(await service.template('T', instance('a', module)))
    const [oldest = '', newest = ''] = [ids[0], ids.at(-1)]
    await render(service, oldest)
    const first = await documentIn(service, oldest)
    expect(await documentIn(service, oldest)).toBe(first)
    for (const id of ids.slice(1)) await render(service, id)
    expect(await documentIn(service, newest)).toBe(await documentIn(service, newest))
    expect(await documentIn(service, oldest)).not.toBe(first)
  })
})

// What is rendered of a document is the same whatever it was stored in.
describe('documents that are frozen while they are kept', () => {
  let service: Modules
  let whole: string
  const ids: string[] = []
  beforeAll(async () => {
    service = await startModules('sqlite')
    whole = await service.create({ name: 'Whole', type: 'other', document: wholeDocument(await service.module('M')) })
    ids.push(whole)
    for (const [name, { document }] of Object.entries(compositions))
      ids.push(await service.create({ name, type: 'promotional', document }))
    const { data } = await service.must<{ data: { id: string }[] }>('GET /v1/templates/public?limit=100')
    ids.push(...data.map(({ id }) => id))
    for (const id of ids) {
      await documentIn(service, id)
      freeze(await documentIn(service, id))
    }
  })

  const outputs = ['html', 'text', 'amp']
  const calls: ((id: string) => [string, object?])[] = [
    ...['', '?data=sample', '?mode=editor&data=sample', '?amp=always&locale=de', '?lint=true&locale=ar'].map(
      (query) =>
        (id: string): [string] => [`GET /v1/templates/${id}/html${query}`],
    ),
    ...['structured', 'blocks', 'lint?locale=de&provider=mailchimp'].map((view) => (id: string): [string] => [
      `GET /v1/templates/${id}/${view}`,
    ]),
    ...['html', 'text', 'amp', 'mjml', 'json', 'eml'].map((format) => (id: string): [string, object] => [
      'POST /v1/export',
      { template_id: id, format },
    ]),
    (id) => ['POST /v1/export', { template_id: id, format: 'esp', target: 'mailchimp' }],
    (id) => [`POST /v1/templates/${id}/duplicate`, {}],
    ...['en', 'de', 'de', 'de'].map((locale, round) => (id: string): [string, object] => [
      'POST /v1/templates/generate',
      { template_id: id, data: { ...sampleData, name: locale }, locale, lint: round === 0, outputs },
    ]),
  ]

  test('are drawn, looked over, exported and copied all the same', async () => {
    for (const id of ids) {
      for (const call of calls) {
        const [line, send] = call(id)
        const { status, text: answer } = await service.call(line, send)
        expect({ line, status, answer: status < 400 ? '' : answer }).toEqual({ line, status, answer: '' })
      }
    }
    for (const id of ids) expect(Object.isFrozen(await documentIn(service, id))).toBe(true)
  })
  test('can be begun with in the editor of a host, and edited as HTML', async () => {
    const testService = await openTestService(service, await makeHost(service), {
      emailId: 'campaign',
      startFrom: ids.at(-1) ?? '',
    })
    const { body } = await testService.call('GET /v1/plugin/document')
    expect(body).toMatchObject({ revision: 0 })
    const operations = [{ op: 'settings', props: { meta: { title: 'Changed' } } }]
    expect(await testService.call('POST /v1/plugin/operations', { baseRevision: 0, operations })).toMatchObject({
      status: 200,
    })
    const { html } = await service.must<{ html: string }>(`GET /v1/templates/${whole}/html`)
    await service.must(`PUT /v1/templates/${whole}`, { html: html.replace('Autumn', 'Winter') })
    expect(await render(service, whole)).toContain('Winter')
  })
})

/** A block of every type, an instance of a module, and translations. */
function wholeDocument(module: string): object {
  const blocks = Object.entries(samples).map(([type, sample]) => ({ id: `b-${type}`, type, ...sample }))
  return {
    meta: { title: 'Whole', subject: 'Hello' },
    rows: [{ id: 's', type: 'section', columns: [{ id: 'c', blocks }] }, instance('m', module)],
    translations: { default: 'en', locales: { de: { 'b-button.label': 'Zur Sammlung', 'meta.subject': 'Hallo' } } },
  }
}

/** Freezes a value and all in it: writing into it throws from now on. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    Object.values(value).forEach(freeze)
  }
  return value
}
