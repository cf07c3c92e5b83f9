import { beforeAll, describe, expect, test } from 'bun:test'
import type { Export } from '../../../src/surfaces/exports/contract.ts'
import { ask, scenarios } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'

const document = {
  meta: { title: 'Spring' },
  rows: [
    {
      type: 'section',
      columns: [
        {
          blocks: [
            { type: 'text', text: 'Hi {{ name }}' },
            { id: 'src', type: 'code', code: 'x' },
          ],
        },
      ],
    },
  ],
}

for (const dialect of dialects) {
  describe(dialect, () => {
    let testService: TestService

    beforeAll(async () => {
      testService = await startService({ dialect })
    })

    test('an export as MJML is its source, with what MJML cannot say in warnings', async () => {
      const { body } = await ask(testService, { call: 'POST /v1/export', send: { document, format: 'mjml' } })
      const made = body as Export
      expect(made.files[0]).toMatchObject({ name: 'Spring.mjml', mime: 'text/mjml' })
      expect(made.content).toContain('<mj-text')
      expect(made.content).toContain('Hi {{ name }}')
      expect(made.warnings).toMatchObject([{ code: 'MJML_RAW', node_id: 'src' }])
    })

    scenarios(
      () => testService,
      [
        {
          name: 'MJML is written of documents alone',
          call: 'POST /v1/export',
          send: { html: '<p>x</p>', format: 'mjml' },
          status: 422,
          body: { code: 'VALIDATION_FAILED', issues: [{ path: '/format' }] },
        },
        {
          name: 'MJML keeps its tags, so it takes no data',
          call: 'POST /v1/export',
          send: { document, format: 'mjml', data: { name: 'Ada' } },
          status: 422,
          body: { code: 'VALIDATION_FAILED', issues: [{ path: '/data' }] },
        },
        {
          name: 'MJML is among the formats',
          call: 'GET /v1/export/formats',
          status: 200,
          body: { data: expect.arrayContaining([expect.objectContaining({ id: 'mjml', kind: 'format' })]) },
        },
      ],
    )
  })
}
