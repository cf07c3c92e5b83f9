/** Nobody beside DNS and mail servers is queried about a domain where the operator wants it so. */
import { expect, test } from 'bun:test'
import { lookUpsOf } from '../../../src/app/domain-lookups.ts'
import { createDomainSources } from '../../../src/surfaces/verification/index.ts'

test('where look-ups are switched off no registry and no web server is asked', async () => {
  let asked = 0
  const send = async () => {
    asked++
    return { status: 404, headers: {}, body: new Uint8Array() } as never
  }
  const off = createDomainSources(lookUpsOf({ verifyLookups: false }, send))
  expect([await off.registration('shop.test'), await off.siteName('shop.test'), asked]).toEqual([
    { reached: false },
    { reached: false },
    0,
  ])
  await createDomainSources(lookUpsOf({ verifyLookups: true }, send)).siteName('shop.test')
  expect(asked).toBe(1)
})
