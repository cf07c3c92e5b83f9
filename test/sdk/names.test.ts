/** Every client library has every operation of the document under the same name; the clients report their own names. */
import { describe, expect, test } from 'bun:test'
import { type Operation } from '../../scripts/clients/api.ts'
import { publishedApi } from '../../scripts/clients/files.ts'
import { Svc } from '../../sdk/typescript/src/index.ts'

const { operations } = await publishedApi()

/** `resource.method`, and the iterators of lists. */
const expected = operations
  .flatMap(({ resource, name, itemShape }: Operation) => [
    `${resource}.${name}`,
    ...(itemShape === undefined ? [] : [`${resource}.${name}All`]),
  ])
  .toSorted()

/** The names that a client of TypeScript has at run time. */
function typescriptNames(): string[] {
  const client = new Svc({ baseUrl: 'http://localhost', apiKey: 'svc_test' })
  return Object.entries(client)
    .flatMap(([resource, value]) => {
      const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(value)).filter((name) => name !== 'constructor')
      return methods.map((name) => `${resource}.${name}`)
    })
    .toSorted()
}

describe('the names of all operations', () => {
  test('TypeScript', () => expect(typescriptNames()).toEqual(expected))
  test('include the one of the specification', () => expect(expected).toContain('verification.verifyEmail'))
})
