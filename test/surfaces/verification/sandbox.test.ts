/** The sandbox of docs/verification.md: each verdict on request, without a query, a credit or a trace. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { subStatuses } from '../../../src/deliverability/verdict/index.ts'
import { ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { dialects } from '../../support/store.ts'
import { until } from '../../support/until.ts'

type Result = Record<string, unknown>

// Any text that is no email address is `syntax`.
const names = Object.keys(subStatuses).filter((name) => name !== 'syntax')

for (const dialect of dialects)
  describe(dialect, () => {
    let service: TestService
    const verify = async (email: string, more = {}) =>
      (await ask(service, { call: 'POST /v1/verify', send: { email, ...more } })).body as Result
    const used = async () => (await ask(service, { call: 'GET /v1/account/credits' })).body

    beforeAll(async () => {
      service = await startService({ dialect })
    })

    test('each name returns its verdict, free, also with a tag and in capitals', async () => {
      const before = await used()
      for (const name of names) {
        const { reachable } = subStatuses[name as keyof typeof subStatuses]
        const wanted = { sub_status: name, reachable, credits_used: 0, cached: false }
        expect(await verify(`${name}@sandbox.test`), name).toMatchObject(wanted)
        expect(await verify(`${name.toUpperCase()}+9@SANDBOX.test`, { include_intelligence: true })).toMatchObject(
          wanted,
        )
      }
      expect(await used()).toEqual(before)
      const { verifiedAddresses } = service.store.read.tables
      expect(await service.store.read.select().from(verifiedAddresses)).toEqual([])
    })

    test('an unknown name is a mailbox that does not exist, and the evidence says how names are formed', async () => {
      const { evidence, ...result } = await verify('catchall@sandbox.test')
      expect(result).toMatchObject({ reachable: 'invalid', sub_status: 'not_found', credits_used: 0 })
      expect(JSON.stringify(evidence)).toContain('use a sub_status, such as catch_all')
    })

    test('a batch of all names ends with all verdicts, free', async () => {
      const before = await used()
      const emails = names.flatMap((name) => [`${name}@sandbox.test`, `${name}+2@sandbox.test`])
      const { body } = await ask(service, { call: 'POST /v1/verify/batch', send: { emails } })
      const path = `/v1/verify/batch/${(body as Result)['job_id']}`
      await until(
        async () => ((await ask(service, { call: `GET ${path}` })).body as Result)['status'] === 'completed',
        'the batch',
      )
      const download = (await ask(service, { call: `GET ${path}/download?format=json` })).body as { results: Result[] }
      expect(download.results.map((result) => result['sub_status'])).toEqual(names.flatMap((name) => [name, name]))
      expect(download.results.every((result) => result['credits_used'] === 0)).toBe(true)
      expect(await used()).toEqual(before)
    })
  })
