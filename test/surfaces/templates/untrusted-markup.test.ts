/** HTML that runs something is cleaned wherever it comes from, also when the same text is stored elsewhere as plain data. */
import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { limits } from '../../../src/kernel/limits.ts'
import { withStored } from '../../../src/surfaces/templates/template/index.ts'
import { cleaners } from '../../../src/surfaces/templates/template/cleaning.ts'
import { type Answer, ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'

const words = 'word '.repeat(limits.cleanInlineLength / 4)
const hostile = `<p>${words}</p><img src="https://example.com/a.png" onerror="alert(1)">`
const hostileCss = `p { behavior: url(x.htc) } /* ${words} */`
const data = { html: hostile, css: hostileCss, note: 'kept as it is' }
const block = (html: string) => ({ id: 'code', type: 'html', html })
const rowOf = (html: string) => ({ id: 'top', type: 'section', columns: [{ id: 'column', blocks: [block(html)] }] })
const documentOf = (html: string) => ({
  meta: { title: 'T', lang: 'en' },
  fields: [{ path: 'items', type: 'list', sample: [data] }],
  rows: [rowOf(html)],
})

describe('hostile HTML that is also the sample of a field', () => {
  let service: TestService
  let id: string
  const call = (line: string, send: object): Promise<Answer> => ask(service, { call: line, send })
  const stored = async () => {
    const { body } = await ask(service, { call: `GET /v1/templates/${id}/structured` })
    return body as { revision: number; document: { rows: unknown; translations?: unknown; fields: unknown } }
  }
  const expectClean = async () => {
    const { document } = await stored()
    expect(JSON.stringify(document.rows)).toContain('word word')
    expect(JSON.stringify([document.rows, document.translations])).not.toContain('onerror')
    expect(JSON.stringify(document.fields)).toContain('kept as it is')
  }

  beforeAll(async () => {
    service = await startService({ dialect: 'sqlite' })
  })
  beforeEach(async () => {
    id = await service.create({ name: 'Untrusted', type: 'other', document: documentOf('<p>x</p>') })
  })

  const operations = (base_revision: number, html: string) =>
    call(`POST /v1/templates/${id}/operations`, {
      base_revision,
      operations: [{ op: 'set', id: 'code', props: { html } }],
    })

  test('is cleaned in an operation', async () => {
    expect((await operations(1, hostile)).status).toBe(200)
    await expectClean()
  })

  test('is cleaned in an operation on an earlier revision, which is rebased', async () => {
    await call(`POST /v1/templates/${id}/operations`, {
      base_revision: 1,
      operations: [{ op: 'settings', props: { meta: { title: 'Other', lang: 'en' } } }],
    })
    expect((await operations(1, hostile)).status).toBe(200)
    await expectClean()
  })

  test('is cleaned in a node that an operation inserts', async () => {
    const { status } = await call(`POST /v1/templates/${id}/operations`, {
      base_revision: 1,
      operations: [{ op: 'insert', parent: 'column', index: 1, nodes: [{ type: 'html', html: hostile }] }],
    })
    expect(status).toBe(200)
    await expectClean()
  })

  test('is cleaned in a whole document, and when that is restored', async () => {
    expect((await call(`PUT /v1/templates/${id}`, { document: documentOf(hostile) })).status).toBe(200)
    await expectClean()
    const version = await call(`POST /v1/templates/${id}/versions`, { label: 'Kept' })
    expect((await operations(2, '<p>y</p>')).status).toBe(200)
    const restored = await call(`POST /v1/templates/${id}/versions/${(version.body as { id: string }).id}/restore`, {})
    expect(restored.status).toBe(200)
    await expectClean()
  })

  test('is cleaned in a translation', async () => {
    const translations = { default: 'en', locales: { de: { 'code.html': hostile } } }
    const { status } = await call(`PUT /v1/templates/${id}`, {
      document: { ...documentOf(`<p>${words}</p>`), translations },
    })
    expect(status).toBe(200)
    await expectClean()
  })

  test('is cleaned in a module, and in a change of that', async () => {
    const made = await call('POST /v1/modules', { name: 'M', nodes: [rowOf(hostile)] })
    expect(made.status).toBe(201)
    const module = (made.body as { id: string }).id
    const read = async () => (await ask(service, { call: `GET /v1/modules/${module}` })).text
    expect(await read()).not.toContain('onerror')
    const changed = await call(`PUT /v1/modules/${module}`, { name: 'M', nodes: [rowOf(`${hostile}<p>2</p>`)] })
    expect(changed.status).toBe(200)
    expect(await read()).not.toContain('onerror')
  })
})

test('only the HTML of nodes and the CSS of the head count as cleaned before they were stored', () => {
  const nodes = [rowOf(`<p>${words}</p>`)] as never
  const content = { rows: nodes, head: { css: `p { color: red } /* ${words} */` }, fields: [{ sample: [data] }] }
  withStored(content, () => {
    expect(cleaners.cleanHtml(hostile)).not.toContain('onerror')
    expect(cleaners.cleanCss(hostileCss)).not.toContain('behavior')
    expect(cleaners.cleanCss(content.head.css)).toBe(content.head.css)
  })
})
