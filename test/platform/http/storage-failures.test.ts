/** What a call is notified whose transaction was beaten by another's twice: the code of the contract, never INTERNAL. */
import { beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { catalog } from '../../../src/kernel/errors/index.ts'
import { failureOf } from '../../../src/platform/http/response/failures.ts'
import type { Store } from '../../../src/platform/storage/index.ts'
import { openTestStore } from '../../support/store.ts'

const violation = (errno: string, constraint: string) => Object.assign(new Error('violated'), { errno, constraint })

const statusOf = (error: Error) => catalog[failureOf(error, 'POST').apiCode].status

let store: Store
beforeAll(async () => {
  store = await openTestStore('postgres')
})

test('a row that is gone is named by the reference to it', async () => {
  const rows = await store.read.rows<{ name: string; to: string }>(sql`
    select conname as name, confrelid::regclass::text as "to" from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace`)
  // The operator makes and removes accounts and companies; what refers to a report is stored with it; whoever stores a token
  // of an app has made the app, or has changed a token of it, in the same transaction.
  const withoutRace = ['companies', 'users', 'dmarc_reports', 'connected_apps']
  const raced = rows.filter(({ to }) => !withoutRace.includes(to))
  expect(raced.length).toBeGreaterThan(30)
  for (const { name } of raced) expect([name, statusOf(violation('23503', name))]).toEqual([name, 404])
})

test.each([
  ['folders_sibling_name', 'NAME_TAKEN'],
  ['users_email', 'NAME_TAKEN'],
  ['export_targets_pkey', 'EXPORT_TARGET_EXISTS'],
  ['template_versions_number', 'REVISION_CONFLICT'],
  ['grants_folder_principal', 'REVISION_CONFLICT'],
])('a second row in %s is %s', (constraint, code) => {
  const error = violation('23505', constraint)
  expect([failureOf(error, 'POST').apiCode, statusOf(error)]).toEqual([code as 'NAME_TAKEN', 409])
})

test('what calls at once cannot cause stays a fault of the service', () => {
  expect(failureOf(violation('23505', 'api_keys_hash'), 'POST').apiCode).toBe('INTERNAL')
  expect(failureOf(violation('23503', ''), 'POST').apiCode).toBe('INTERNAL')
})
