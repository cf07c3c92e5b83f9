import { beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { EmailDocument, Operation } from '../../../src/email/document/index.ts'
import { type Answer, ask } from '../../support/scenario.ts'
import { type TestService, startService } from '../../support/service.ts'
import { operationOf, rowLists, randomChanges } from '../../email/document/random-operations.ts'
import { makeHost, openTestService } from '../plugin/host.ts'

/** One way to send operations, with the revision and document after it. */
interface Endpoint {
  apply(base: number, operations: readonly unknown[]): Promise<Answer>
  read(): Promise<{ revision: number; document: EmailDocument }>
}
type Applied = { revision: number; inverse: Operation[] }

describe('the inverse of operations can be sent', () => {
  let service: TestService
  const endpoints: Record<string, () => Promise<Endpoint>> = {
    'POST /v1/templates/{id}/operations': async () => {
      const id = await service.create({
        name: 'Edited',
        type: 'other',
        document: { meta: { title: 'T', lang: 'en' }, rows: [] },
      })
      return {
        apply: (base_revision, operations) =>
          ask(service, { call: `POST /v1/templates/${id}/operations`, send: { base_revision, operations } }),
        read: async () => (await ask(service, { call: `GET /v1/templates/${id}/structured` })).body as never,
      }
    },
    'POST /v1/plugin/operations': async () => {
      const testService = await openTestService(service, await makeHost(service), { emailId: 'inverses' })
      return {
        apply: (baseRevision, operations) =>
          testService.call('POST /v1/plugin/operations', { baseRevision, operations }),
        read: async () => (await testService.call('GET /v1/plugin/document')).body as never,
      }
    },
  }

  beforeAll(async () => {
    service = await startService({ dialect: 'sqlite', environment: { SVC_PLUGIN_RATE_LIMIT: '1000000/900' } })
  })

  test.each(Object.keys(endpoints))(
    '%s: it leads back to an equal document, also where nothing changed',
    async (name) => {
      const { apply, read } = await (endpoints[name] as () => Promise<Endpoint>)()
      await apply((await read()).revision, [{ op: 'settings', props: { meta: { title: 'T' } } }])
      let [sent, unchanged] = [0, 0]
      let before = await read()
      const undo = async (operations: readonly unknown[]) => {
        const before = await read()
        const answer = await apply(before.revision, operations)
        if (answer.status !== 200) return false
        const { inverse, revision } = answer.body as Applied
        sent++
        if (inverse.length === 0) unchanged++
        const back = await apply(revision, inverse)
        expect({ status: back.status, inverse, operations }).toEqual({ status: 200, inverse, operations })
        expect((await read()).document).toEqual(before.document)
        return true
      }
      expect(await undo([])).toBe(true)
      await fc.assert(
        fc.asyncProperty(rowLists, randomChanges, async (rows, list) => {
          const old = before.document.rows.map(({ id }) => ({ op: 'remove', id }))
          const fresh = rows.length === 0 ? [] : [{ op: 'insert', parent: 'root', index: 0, nodes: rows }]
          fc.pre((await apply(before.revision, [...old, ...fresh])).status === 200)
          before = await read()
          const { document } = before
          const possible: Operation[] = []
          for (const options of list) {
            const operation = operationOf(options, document)
            if (await undo([operation])) possible.push(operation)
          }
          await undo(possible)
          for (const { id, type } of document.rows.slice(0, 2)) {
            const index = document.rows.findIndex((row) => row.id === id)
            await undo([{ op: 'move', id, parent: 'root', index }])
            await undo([{ op: 'set', id, props: {} }])
            if (type !== 'module') await undo([{ op: 'set', id, props: { name: null } }])
          }
        }),
        { numRuns: 10, seed: 20261123 },
      )
      expect(sent).toBeGreaterThan(50)
      expect(unchanged).toBeGreaterThan(10)
    },
  )
})
