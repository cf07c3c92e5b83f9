/** Whatever is done to a template, callers of the published version get the same bytes until it is published again. */
import { beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Answer, ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { runs } from '../../support/runs.ts'

type Step =
  | { does: 'save' | 'operation' | 'saveModule'; words: string }
  | { does: 'publish' | 'rename' | 'restoreVersion' | 'deleteModule' | 'rollback' | 'trashAndRestore' }

const words = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'abcdefghij é{}<>&"') })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ does: fc.constantFrom('save', 'operation', 'saveModule'), words }),
  fc.record({
    does: fc.constantFrom('publish', 'rename', 'restoreVersion', 'deleteModule', 'rollback', 'trashAndRestore'),
  }),
) as fc.Arbitrary<Step>

const text = (id: string, content: string) => ({
  id,
  type: 'text',
  text: [{ type: 'paragraph', runs: [{ text: content }] }],
})
const section = (id: string, ...blocks: object[]) => ({
  id,
  type: 'section',
  columns: [{ id: `${id}-column`, type: 'column', blocks }],
})

for (const dialect of dialects) {
  let service: TestService

  beforeAll(async () => {
    service = await startService({ dialect })
  })

  const call = (what: string, send?: unknown): Promise<Answer> =>
    ask(service, { call: what, ...(send === undefined ? {} : { send }) })
  const must = async (what: string, send?: unknown) => {
    const { status, body } = await call(what, send)
    expect({ what, status: status < 300, body }).toMatchObject({ status: true })
    return body as Record<string, unknown>
  }

  // A release says its own number, and a rollback has another.
  const withoutNumber = (body: unknown) => String(body).replace(/,"release":\d+/, '')

  test(`on ${dialect} only publishing and rolling back change what is published`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 15 }), async (steps) => {
        const module = await must('POST /v1/modules', {
          name: `M ${crypto.randomUUID()}`,
          nodes: [section('m', text('line', 'Module'))],
        })
        const moduleId = String(module['id'])
        const use = { id: 'use', type: 'module', ref: { id: moduleId, version: 'latest' } }
        const documentOf = (content: string) => ({
          schema: 'svc.email/1',
          meta: { title: 'T', lang: 'en', subject: content },
          rows: [section('top', text('hello', content)), use],
        })
        const id = await service.create({ name: 'T', type: 'other', document: documentOf('Start') })
        const path = `/v1/templates/${id}`
        const published = async () => [
          (await call('POST /v1/templates/generate', { template_id: id })).text,
          (await call(`GET ${path}/html?data=sample`)).text,
          (await call('POST /v1/export', { template_id: id, format: 'eml' })).text.length > 0,
        ]
        await must(`POST ${path}/publish`, {})
        const contents = new Map<number, unknown>([[1, (await published())[0]]])
        let live = await published()
        for (const each of steps) {
          switch (each.does) {
            case 'save':
              // Words that are no valid Liquid are refused, and change nothing.
              await call(`PUT ${path}`, { document: documentOf(each.words) })
              break
            case 'operation': {
              const { revision } = (await must(`GET ${path}`)) as { revision: number }
              const operations = [{ op: 'set', id: 'hello', props: { text: text('', each.words).text } }]
              await call(`POST ${path}/operations`, { base_revision: revision, operations })
              break
            }
            case 'saveModule':
              await call(`PUT /v1/modules/${moduleId}`, { nodes: [section('m', text('line', each.words))] })
              break
            case 'deleteModule':
              await call(`DELETE /v1/modules/${moduleId}?detach=true`)
              break
            case 'rename':
              await must(`PUT ${path}`, { name: `Renamed ${steps.length}`, tags: ['x'] })
              break
            case 'restoreVersion': {
              const { data } = (await must(`GET ${path}/versions`)) as { data: { id: string }[] }
              await must(`POST ${path}/versions/${data.at(-1)?.id ?? ''}/restore`, {})
              break
            }
            case 'trashAndRestore':
              await call(`DELETE ${path}`)
              await must(`POST ${path}/restore`)
              break
            case 'publish': {
              const { release } = (await must(`POST ${path}/publish`, {})) as { release: { number: number } }
              live = await published()
              contents.set(release.number, live[0])
              break
            }
            case 'rollback': {
              const { status, body } = await call(`POST ${path}/rollback`, {})
              if (status !== 200) break
              const { release } = body as { release: { number: number; restored_from: number } }
              live = await published()
              expect(withoutNumber(live[0]) === withoutNumber(contents.get(release.restored_from))).toBe(true)
              contents.set(release.number, live[0])
            }
          }
          expect({ after: each, same: (await published()).join() === live.join() }).toEqual({ after: each, same: true })
        }
        // Each release goes on giving what it gave when it was published.
        for (const [number, content] of contents) {
          const { text: again } = await call('POST /v1/templates/generate', { template_id: id, version: number })
          expect(withoutNumber(again) === withoutNumber(content)).toBe(true)
        }
      }),
      { numRuns: runs(dialect === 'sqlite' ? 12 : 5) },
    )
  })
}
