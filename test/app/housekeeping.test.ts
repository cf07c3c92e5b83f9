import { expect, test } from 'bun:test'
import { doChores } from '../../src/app/housekeeping.ts'
import { openBlobs } from '../../src/platform/blobs/index.ts'
import { createLog } from '../../src/platform/log/index.ts'
import { signIn } from '../../src/surfaces/projects/index.ts'
import { openTestStore, temporaryDirectory } from '../support/store.ts'

const minute = 60_000

test('sign-in counts go when their window has ended, and not before', async () => {
  const store = await openTestStore('sqlite')
  const parts = { store, blobs: openBlobs(temporaryDirectory()), log: createLog('error') }
  const nowMs = 1_800_000_000_000
  await signIn(store, { email: 'eve@example.com', password: 'a wrong guess', nowMs }).catch(() => undefined)
  const left = () => store.read.$count(store.read.tables.rateCounters)
  await doChores(parts, nowMs + 14 * minute)
  expect(await left()).toBe(2)
  await doChores(parts, nowMs + 31 * minute)
  expect(await left()).toBe(0)
})
