/**
 * Whatever happens with drafts, reviews and schedules, callers of the published version get the same bytes until a publish
 * succeeds; and a publish succeeds only with content whose latest decision is an approval by somebody else.
 */
import { beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Answer, ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { runs } from '../../support/runs.ts'

const people = ['editor', 'approver', 'third'] as const
type Person = (typeof people)[number]
type Step =
  | { does: 'save'; words: string }
  | {
      does:
        | 'request'
        | 'approve'
        | 'reject'
        | 'revoke'
        | 'cancel'
        | 'publish'
        | 'schedule'
        | 'cancelSchedule'
        | 'trashAndRestore'
      by: Person
    }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ does: fc.constant('save' as const), words: fc.constantFrom('A', 'B', 'C') }) },
  {
    weight: 7,
    arbitrary: fc.record({
      does: fc.constantFrom(
        'request' as const,
        'approve' as const,
        'approve' as const,
        'reject' as const,
        'revoke' as const,
        'cancel' as const,
        'publish' as const,
        'publish' as const,
        'schedule' as const,
        'cancelSchedule' as const,
        'trashAndRestore' as const,
      ),
      by: fc.constantFrom(...people),
    }),
  },
)

const emailOf = (words: string) => ({
  schema: 'svc.email/1',
  meta: { title: 'T', lang: 'en', subject: words },
  rows: [
    {
      id: 'top',
      type: 'section',
      columns: [{ id: 'c', type: 'column', blocks: [{ id: 'h', type: 'text', text: words }] }],
    },
  ],
})

for (const dialect of dialects) {
  let service: TestService
  const keys: Record<Person, string> = { editor: '', approver: '', third: '' }

  const call = (what: string, send?: unknown, key = 'a'): Promise<Answer> =>
    ask(service, { call: what, key, ...(send === undefined ? {} : { send }) })

  beforeAll(async () => {
    service = await startService({ dialect, environment: { SVC_RUN_JOBS: 'false' } })
    for (const name of people) {
      const { body } = await call('POST /v1/api-keys', { name, scopes: ['templates:read', 'templates:write'] })
      keys[name] = (body as { key: string }).key
    }
    await call(`PUT /v1/projects/${service.projects.a}`, { publishing: 'by_hand', approval: 'required' })
  })

  test(`on ${dialect} only an approved draft changes what is published`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const id = await service.create({ name: 'T', type: 'other', document: emailOf('Start') })
        const path = `/v1/templates/${id}`
        const published = async () => {
          const { status, body } = await call('POST /v1/templates/generate', { template_id: id })
          return `${status} ${String((body as { html?: string }).html)}`
        }
        // The model: the draft, the latest decision on each content, and the reviews.
        let draft = 'Start'
        const decisions = new Map<string, string>()
        const reviews: { id: string; words: string; by: Person; state: string; isPublished: boolean }[] = []
        let live = await published()
        for (const each of steps) {
          const latest = reviews.at(-1)
          let isExpected = true
          switch (each.does) {
            case 'save':
              expect((await call(`PUT ${path}`, { document: emailOf(each.words) })).status).toBe(200)
              draft = each.words
              break
            case 'request': {
              const { status, body } = await call(`POST ${path}/reviews`, {}, keys[each.by])
              expect(status).toBe(201)
              if (latest?.state === 'pending') latest.state = 'cancelled'
              const made = (body as { id: string }).id
              reviews.push({ id: made, words: draft, by: each.by, state: 'pending', isPublished: false })
              break
            }
            case 'approve':
            case 'reject': {
              if (latest === undefined) break
              const { status } = await call(`POST ${path}/reviews/${latest.id}/${each.does}`, {}, keys[each.by])
              const isStale = each.does === 'approve' && latest.words !== draft
              isExpected = (status === 200) === (latest.state === 'pending' && latest.by !== each.by && !isStale)
              if (status !== 200) break
              latest.state = each.does === 'approve' ? 'approved' : 'rejected'
              decisions.set(latest.words, latest.state)
              break
            }
            case 'revoke': {
              const chosen = reviews.findLast(({ state }) => state === 'approved')
              if (chosen === undefined) break
              const { status } = await call(`POST ${path}/reviews/${chosen.id}/revoke`, {}, keys[each.by])
              isExpected = (status === 200) === !chosen.isPublished
              if (status !== 200) break
              chosen.state = 'revoked'
              decisions.set(chosen.words, 'revoked')
              break
            }
            case 'cancel': {
              if (latest === undefined) break
              const { status } = await call(`DELETE ${path}/reviews/${latest.id}`, undefined, keys[each.by])
              isExpected = (status === 200) === (latest.state === 'pending')
              if (status === 200) latest.state = 'cancelled'
              break
            }
            case 'schedule': {
              const publishAt = new Date(Date.now() + 3_600_000).toISOString()
              const { status } = await call(`POST ${path}/publish`, { publish_at: publishAt }, keys[each.by])
              isExpected = (status === 200) === (decisions.get(draft) === 'approved')
              break
            }
            case 'cancelSchedule': {
              const { body } = await call(`GET ${path}`)
              const scheduled = (body as { scheduled_release?: number }).scheduled_release
              if (scheduled === undefined) break
              expect((await call(`DELETE ${path}/releases/${scheduled}`, undefined, keys[each.by])).status).toBe(200)
              break
            }
            case 'trashAndRestore':
              await call(`DELETE ${path}`)
              await call(`POST ${path}/restore`)
              break
            case 'publish': {
              const { status } = await call(`POST ${path}/publish`, {}, keys[each.by])
              isExpected = (status === 200) === (decisions.get(draft) === 'approved')
              if (status !== 200) break
              live = await published()
              expect(live).toContain(`>${draft}<`)
              const used = reviews.findLast(({ words, state }) => words === draft && state === 'approved')
              if (used !== undefined) used.isPublished = true
              const open = reviews.at(-1)
              if (open?.state === 'pending' && open.words === draft) open.state = 'cancelled'
            }
          }
          const isSame = (await published()) === live
          expect({ after: each, isExpected, isSame }).toEqual({ after: each, isExpected: true, isSame: true })
        }
      }),
      { numRuns: runs(dialect === 'sqlite' ? 15 : 6) },
    )
  })
}
