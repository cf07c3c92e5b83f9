import { beforeAll, describe, expect, test } from 'bun:test'
import PostalMime from 'postal-mime'
import type { Export } from '../../../src/surfaces/exports/contract.ts'
import type { GeneratedEmail } from '../../../src/surfaces/templates/generation/contract.ts'
import { readZip } from '../../support/read-zip.ts'
import { ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

const rowsOf = (blocks: readonly object[]) => [{ type: 'section', columns: [{ blocks }] }]
const accordion = { type: 'accordion', items: [{ title: 'When, {{ name }}?', text: '<p>Now.</p>' }] }
const form = (name: string) => ({
  id: 'ask',
  type: 'form',
  action: 'https://example.com/answers',
  inputs: [{ name, label: 'Answer', type: 'text' }],
  submitLabel: 'Send',
})
const document = { meta: { title: 'Questions', subject: 'Hi' }, rows: rowsOf([accordion]) }
const invalid = { meta: { title: 'Invalid' }, rows: rowsOf([form('innerHTML')]) }
const plain = { meta: { title: 'Plain' }, rows: rowsOf([{ type: 'text', text: 'Hello' }]) }

for (const dialect of dialects) {
  describe(dialect, () => {
    let testService: TestService
    let template: string

    beforeAll(async () => {
      testService = await startService({ dialect })
      template = await testService.create({ name: 'Questions', type: 'other', document })
    })

    const make = async (send: object) => (await ask(testService, { call: 'POST /v1/export', send })).body as Export
    const fetchFile = async (made: Export) => {
      const answer = await testService.handle(new Request(made.files[0]?.url ?? ''))
      return new Uint8Array(await answer.arrayBuffer())
    }
    const generate = async (send: object) =>
      (await ask(testService, { call: 'POST /v1/templates/generate', send })).body as GeneratedEmail

    test('an export as AMP is the part itself, named so', async () => {
      const made = await make({ document, format: 'amp', data: { name: 'Ada' } })
      expect(made.files[0]).toMatchObject({ name: 'Questions.amp.html', mime: 'text/x-amp-html' })
      expect(made.content).toContain('<amp-accordion')
      expect(made.content).toContain('When, Ada?')
      expect(made.warnings).toEqual([])
      expect((await make({ template_id: template, format: 'amp' })).content).toContain('{{ name }}')
    })

    test('a ZIP has the part beside the page, and a message between text and HTML, when there is something for it', async () => {
      const names = async (send: object) => readZip(await fetchFile(await make(send))).map(({ name }) => name)
      expect(await names({ document, format: 'zip' })).toEqual(['index.html', 'index.txt', 'amp.html', 'README.txt'])
      expect(await names({ document: plain, format: 'zip' })).toEqual(['index.html', 'index.txt', 'README.txt'])
      const bytes = await fetchFile(await make({ document, format: 'eml' }))
      const types = [...new TextDecoder().decode(bytes).matchAll(/Content-Type: (text\/[a-z-]+)/g)].map(
        ([, type]) => type,
      )
      expect(types).toEqual(['text/plain', 'text/x-amp-html', 'text/html'])
      expect((await PostalMime.parse(bytes)).html).toContain('Now.')
    })

    test('what the validator finds is a warning with the node, in exports and in generation', async () => {
      const warning = { code: 'AMP_INVALID', node_id: 'ask', message: expect.stringContaining("attribute 'name'") }
      expect((await make({ document: invalid, format: 'amp' })).warnings).toContainEqual(warning)
      expect((await make({ document: invalid, format: 'zip' })).warnings).toContainEqual(warning)
      const { amp, report } = await generate({ document: invalid, outputs: ['amp'] })
      expect(amp).toContain('<form')
      expect(report.warnings).toContainEqual(warning)
      expect(report.amp_bytes).toBe(new TextEncoder().encode(amp).length)
    })

    scenarios(
      () => testService,
      [
        {
          name: 'strict refuses AMP that is not valid',
          call: 'POST /v1/export',
          send: { document: invalid, format: 'amp', options: { strict: true } },
          status: 422,
          body: { code: 'AMP_INVALID', issues: [{ path: 'ask' }] },
        },
        {
          name: 'HTML of the caller has no AMP part',
          call: 'POST /v1/export',
          send: { html: '<p>x</p>', format: 'amp' },
          status: 422,
          body: { code: 'VALIDATION_FAILED', issues: [{ path: '/format' }] },
        },
        {
          name: 'AMP is among the formats',
          call: 'GET /v1/export/formats',
          status: 200,
          body: { data: expect.arrayContaining([expect.objectContaining({ id: 'amp', kind: 'format' })]) },
        },
      ],
    )

    test('generation makes only what it is asked for', async () => {
      const email = await generate({ document, data: { name: 'Ada' }, outputs: ['amp', 'text'] })
      expect(Object.keys(email).toSorted()).toEqual(['amp', 'report', 'subject', 'text'])
      expect(email.amp).toContain('When, Ada?')
      expect(email.text).toContain('When, Ada?')
      expect((await generate({ document })).amp).toBeUndefined()
    })

    test('a view has the part where there is something for it, or as the query says', async () => {
      const bare = await testService.create({ name: 'Plain', type: 'other', document: plain })
      const view = async (id: string, query: string) =>
        (await ask(testService, { call: `GET /v1/templates/${id}/html${query}` })).body as { amp?: string }
      expect((await view(template, '')).amp).toContain('{{ name }}')
      expect((await view(template, '?amp=never')).amp).toBeUndefined()
      expect((await view(bare, '')).amp).toBeUndefined()
      expect((await view(bare, '?amp=always')).amp).toContain('Hello')
    })
  })
}
