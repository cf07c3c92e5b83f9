import { beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import {
  type Db,
  type Store,
  type StorageFailure,
  foldCase,
  storageFailure,
} from '../../../src/platform/storage/index.ts'
import { eachDialect } from '../../support/store.ts'
import { addProject, projectRow, putSetting, templateRow } from './rows.ts'

const folder = (id: string, name: string, parentId?: string) => ({
  id,
  projectId: 'prj_1',
  name,
  nameKey: foldCase(name),
  createdAt: 1,
  updatedAt: 1,
  ...(parentId === undefined ? {} : { parentId }),
})
const key = { projectId: 'prj_1', key: 'once', requestHash: 'h', createdAt: 1, expiresAt: 2 }

type Row = [name: string, write: (db: Db) => Promise<unknown>, expected: StorageFailure]
const failures: Row[] = [
  [
    'a value used twice',
    async (db) =>
      db
        .insert(db.tables.projects)
        .values({ ...projectRow('prj_2'), companyId: 'com_prj_1', pluginId: 'svc_pk_prj_1' }),
    { kind: 'unique', constraint: 'projects_plugin_id' },
  ],
  ['a primary key used twice', (db) => putSetting(db, 'twice'), { kind: 'unique', constraint: 'settings_pkey' }],
  [
    'a primary key of two columns used twice',
    async (db) => db.insert(db.tables.idempotencyKeys).values(key),
    { kind: 'unique', constraint: 'idempotency_keys_pkey' },
  ],
  [
    'a folder name used twice at the top, in another case',
    async (db) => db.insert(db.tables.folders).values(folder('fld_2', 'SPRING')),
    { kind: 'unique', constraint: 'folders_sibling_name' },
  ],
  [
    'a folder name used twice in another case of letters beyond ASCII',
    async (db) => db.insert(db.tables.folders).values([folder('fld_3', 'Ärzte'), folder('fld_4', 'ÄRZTE')]),
    { kind: 'unique', constraint: 'folders_sibling_name' },
  ],
  [
    'a missing value',
    (db) => db.rows(sql`insert into companies (id, name, created_at) values ('com_9', 'x', 1)`),
    { kind: 'not-null', constraint: 'companies.plan' },
  ],
]

eachDialect((dialect, open) => {
  let store: Store
  beforeAll(async () => {
    store = await open()
    await addProject(store)
    await store.tx(async (db) => {
      await putSetting(db, 'twice')
      await db.insert(db.tables.idempotencyKeys).values(key)
      await db.insert(db.tables.folders).values(folder('fld_1', 'Spring'))
    })
  })

  const failureOf = async (write: (db: Db) => Promise<unknown>): Promise<StorageFailure | 'none'> =>
    store.tx(write).then(
      () => 'none' as const,
      (error) => storageFailure(error),
    )

  test.each(failures)('%s is named alike on both', async (_, write, expected) => {
    expect(await failureOf(write)).toEqual(expected)
  })

  test('a missing parent is a foreign key', async () => {
    const orphan = await failureOf(async (db) =>
      db.insert(db.tables.templates).values(templateRow('tpl_1', { projectId: 'prj_none' })),
    )
    const expected: StorageFailure = { kind: 'foreign-key', constraint: 'templates_project_id_fkey' }
    expect(orphan).toEqual(dialect === 'postgres' ? expected : { kind: 'foreign-key' })
  })

  test('a parent that still has children cannot go', async () => {
    await addProject(store, 'prj_parent')
    const failure = await failureOf(async (db) => db.delete(db.tables.companies))
    expect(failure).toMatchObject({ kind: 'foreign-key' })
  })

  test('wrong SQL is neither', async () => {
    expect(await failureOf((db) => db.rows(sql`select * from nowhere`))).toEqual({ kind: 'other' })
  })
})

describe('storageFailure', () => {
  const coded = (code: string) => Object.assign(new Error('x'), { code })
  test.each([
    ['SQLITE_FULL', 'full'],
    ['ENOSPC', 'full'],
    ['EDQUOT', 'full'],
    ['SQLITE_BUSY', 'busy'],
    ['SQLITE_CORRUPT', 'damaged'],
    ['SQLITE_IOERR_FSYNC', 'other'],
  ] as const)('%s is %s, also as the cause of another error', (code, kind) => {
    expect(storageFailure(coded(code))).toEqual({ kind })
    expect(storageFailure(new Error('outer', { cause: coded(code) }))).toEqual({ kind })
  })

  test.each([
    ['53100', 'full'],
    ['40P01', 'busy'],
    ['40001', 'busy'],
    ['42601', 'other'],
  ] as const)('the Postgres state %s is %s', (errno, kind) => {
    expect(storageFailure(Object.assign(new Error('x'), { code: 'ERR_POSTGRES_SERVER_ERROR', errno }))).toEqual({
      kind,
    })
  })

  test('anything else is something else', () => {
    for (const value of [undefined, null, 'text', {}, new Error('x')]) {
      expect(storageFailure(value)).toEqual({ kind: 'other' })
    }
  })
})
