import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Dialect, type Store, migrate, migrationStatus } from '../../../src/platform/storage/index.ts'
import { createDatabase } from '../../support/postgres.ts'
import { dialects, openEmptyStore, temporaryDirectory } from '../../support/store.ts'
import { addOldTemplates, addProject, putSetting, settingKeys } from './rows.ts'

const shipped = join(import.meta.dir, '../../../migrations')

/** A copy of the shipped migrations with files added or replaced. */
function migrationsWith(changes: Record<string, string>): string {
  const folder = temporaryDirectory()
  cpSync(shipped, folder, { recursive: true })
  for (const dialect of dialects) {
    for (const [name, text] of Object.entries(changes)) writeFileSync(join(folder, dialect, `${name}.sql`), text)
  }
  return folder
}

const addTable = { '9001_more': 'CREATE TABLE more (id text NOT NULL PRIMARY KEY);' }
const first = readdirSync(join(shipped, 'sqlite')).sort()[0]?.replace('.sql', '') ?? ''

for (const dialect of dialects) {
  describe(dialect, () => {
    const openEmpty = async (): Promise<Store> =>
      openEmptyStore({
        dataDir: temporaryDirectory(),
        ...(dialect === 'postgres' ? { url: await createDatabase() } : {}),
      })

    test('an empty database is brought up once', async () => {
      const store = await openEmpty()
      expect((await migrationStatus(store)).upToDate).toBe(false)
      expect((await migrate(store)).applied).toContain(first)
      expect(await migrate(store)).toEqual({ applied: [] })
      const status = await migrationStatus(store)
      expect(status.upToDate).toBe(true)
      expect(Date.now() - (status.migrations[0]?.appliedAt ?? 0)).toBeLessThan(60_000)
    })

    test('a later build applies only what is new and keeps the data', async () => {
      const store = await openEmpty()
      await migrate(store)
      await store.tx((db) => putSetting(db, 'kept'))
      const folder = migrationsWith(addTable)
      expect((await migrationStatus(store, folder)).migrations.at(-1)).toEqual({ name: '9001_more', appliedAt: null })
      expect(await migrate(store, folder)).toEqual({ applied: ['9001_more'] })
      expect(await settingKeys(store)).toEqual(['kept'])
    })

    test('exports of an older build get the rows of their templates, restricted where nobody knows any more', async () => {
      const store = await openEmpty()
      const older = migrationsWith({})
      for (const file of readdirSync(join(older, dialect))) if (file >= '0031') rmSync(join(older, dialect, file))
      await migrate(store, older)
      await store.tx(async (db) => {
        const isPublic = dialect === 'sqlite' ? '0' : 'false'
        await db.script(`
          insert into companies (id, name, plan, created_at) values ('com_1', 'C', 'free', 1);
          insert into projects (id, company_id, name, plugin_id, plugin_secret, allowed_origins, settings, created_at, updated_at)
            values ('prj_1', 'com_1', 'P', 'plg_1', 's', '[]', '{}', 1, 1);
          insert into templates (id, project_id, name, type, tags, source, revision, size_bytes, is_public, created_by_kind,
            created_by_id, created_by_name, created_at, updated_at, guard_id) values
            ('open', 'prj_1', 'T', 'other', '[]', 'html', 1, 1, ${isPublic}, 'k', 'i', 'n', 1, 1, null),
            ('closed', 'prj_1', 'T', 'other', '[]', 'html', 1, 1, ${isPublic}, 'k', 'i', 'n', 1, 1, 'closed');
          insert into exports (id, project_id, format, status, template_ids, files, warnings, created_at, expires_at) values
            ('several', 'prj_1', 'html', 'completed', '["open", "closed", "gone", "open"]', '[]', '[]', 1, 2),
            ('inline', 'prj_1', 'html', 'completed', '[]', '[]', '[]', 1, 2);`)
      })
      await migrate(store)
      const rows = await store.read.select().from(store.read.tables.exportTemplates)
      expect(
        rows.map(({ exportId, templateId, isRestricted }) => [exportId, templateId, isRestricted]).toSorted(),
      ).toEqual([
        ['several', 'closed', true],
        ['several', 'gone', true],
        ['several', 'open', false],
      ])
    })

    test('what end users of an older build uploaded and saved becomes theirs; all else stays shared', async () => {
      const store = await openEmpty()
      const older = migrationsWith({})
      for (const file of readdirSync(join(older, dialect))) if (file >= '0034') rmSync(join(older, dialect, file))
      await migrate(store, older)
      await store.tx((db) =>
        db.script(`
          insert into companies (id, name, plan, created_at) values ('com_1', 'C', 'free', 1);
          insert into projects (id, company_id, name, plugin_id, plugin_secret, allowed_origins, settings, created_at, updated_at)
            values ('prj_1', 'com_1', 'P', 'plg_1', 's', '[]', '{}', 1, 1);
          insert into assets (id, project_id, content_hash, mime, kind, bytes, name, name_key, words, tags, revision,
            created_by_kind, created_by_id, created_by_name, created_at, updated_at) values
            ('theirs', 'prj_1', 'a', 'image/png', 'image', 1, 'n', 'n', 'n', '[]', 1, 'plugin_user', '42', 'U', 1, 1),
            ('shared', 'prj_1', 'b', 'image/png', 'image', 1, 'n', 'n', 'n', '[]', 1, 'api_key', 'key_1', 'K', 1, 1);
          insert into modules (id, project_id, name, name_key, version, revision, created_by_kind, created_by_id,
            created_by_name, created_at, updated_at) values
            ('theirs', 'prj_1', 'n', 'n', 1, 1, 'plugin_user', '42', 'U', 1, 1),
            ('shared', 'prj_1', 'n', 'n', 1, 1, 'user', 'usr_1', 'A', 1, 1);`),
      )
      await migrate(store)
      const { assets, modules } = store.read.tables
      for (const rows of [await store.read.select().from(assets), await store.read.select().from(modules)])
        expect(rows.map(({ id, library, emailId }) => [id, library, emailId]).toSorted()).toEqual([
          ['shared', '', null],
          ['theirs', 'user:42', null],
        ])
    })

    test('ids of hosts of an older build become external ids of their templates', async () => {
      const store = await openEmpty()
      const older = migrationsWith({})
      for (const file of readdirSync(join(older, dialect))) if (file >= '0041') rmSync(join(older, dialect, file))
      await migrate(store, older)
      await addProject(store)
      await addOldTemplates(store, ['linked', 'trashed', 'other'])
      await store.tx((db) =>
        db.script(`
          update templates set deleted_at = 5 where id = 'trashed';
          insert into external_templates (project_id, external_id, template_id, created_at) values
            ('prj_1', 'welcome-email', 'linked', 1), ('prj_1', 'old-email', 'trashed', 1);`),
      )
      await migrate(store)
      const { templates } = store.read.tables
      const rows = await store.read.select().from(templates).orderBy(templates.id)
      expect(rows.map(({ id, externalId, metadata }) => [id, externalId, metadata])).toEqual([
        ['linked', 'welcome-email', {}],
        ['other', null, {}],
        ['trashed', 'old-email', {}],
      ])
    })

    test('a database of a newer build is refused, and the message says what to do', async () => {
      const store = await openEmpty()
      await migrate(store, migrationsWith(addTable))
      await expect(migrate(store)).rejects.toThrow(/9001_more.*newer version.*Start that version again/s)
      const status = await migrationStatus(store)
      expect(status.upToDate).toBe(false)
      expect(status.migrations.at(-1)).toMatchObject({ name: '9001_more', problem: 'unknown' })
    })

    test('a migration that was edited after it was applied is refused', async () => {
      const store = await openEmpty()
      await migrate(store, migrationsWith(addTable))
      const edited = migrationsWith({ '9001_more': 'CREATE TABLE more (id integer);' })
      await expect(migrate(store, edited)).rejects.toThrow('9001_more has changed since it was applied')
      expect((await migrationStatus(store, edited)).migrations.at(-1)).toMatchObject({ problem: 'edited' })
    })

    test('line ends are no edit', async () => {
      const store = await openEmpty()
      await migrate(store)
      const text = readFileSync(join(shipped, dialect, `${first}.sql`), 'utf8').replaceAll('\n', '\r\n')
      const folder = migrationsWith({})
      writeFileSync(join(folder, dialect, `${first}.sql`), text)
      expect((await migrationStatus(store, folder)).upToDate).toBe(true)
    })

    test('when one fails, none of the run is applied', async () => {
      const store = await openEmpty()
      await migrate(store)
      const folder = migrationsWith({ ...addTable, '9002_broken': 'CREATE TABLE broken (id text); CREATE NONSENSE;' })
      await expect(migrate(store, folder)).rejects.toThrow()
      expect(await migrate(store, migrationsWith(addTable))).toEqual({ applied: ['9001_more'] })
    })

    test('processes that start together migrate once', async () => {
      const place = {
        dataDir: temporaryDirectory(),
        ...(dialect === 'postgres' ? { url: await createDatabase() } : {}),
      }
      const stores = await Promise.all(Array.from({ length: 4 }, () => openEmptyStore(place)))
      const runs = await Promise.all(stores.map((store) => migrate(store)))
      expect(runs.flatMap((run) => run.applied).filter((name) => name === first)).toHaveLength(1)
    })
  })
}

describe('the backup before a migration', () => {
  const later = (index: number) => ({ [`90${10 + index}_step`]: `CREATE TABLE step_${index} (id text);` })
  const backupsOf = (store: Store) => readdirSync(join(store.dataDir, 'backups')).sort()

  test('a SQLite database with data is copied, and the copy opens as a store', async () => {
    const store = await openEmptyStore({ dataDir: temporaryDirectory() })
    await migrate(store)
    await store.tx((db) => putSetting(db, 'kept'))
    await migrate(store, migrationsWith(later(0)))
    const [file = '', ...others] = backupsOf(store)
    expect(others).toEqual([])
    expect(file).toStartWith('svc-0')
    const restored = temporaryDirectory()
    cpSync(join(store.dataDir, 'backups', file), join(restored, 'svc.db'))
    const copy = await openEmptyStore({ dataDir: restored })
    expect(await settingKeys(copy)).toEqual(['kept'])
    expect((await migrationStatus(copy)).upToDate).toBe(true)
    const raw = new Database(join(restored, 'svc.db'))
    expect(raw.query('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    raw.close()
  })

  test('a new database is not copied', async () => {
    const store = await openEmptyStore({ dataDir: temporaryDirectory() })
    await migrate(store)
    expect(readdirSync(store.dataDir)).not.toContain('backups')
  })

  test('the newest three are kept, and files of others stay', async () => {
    const store = await openEmptyStore({ dataDir: temporaryDirectory() })
    await migrate(store)
    mkdirSync(join(store.dataDir, 'backups'))
    writeFileSync(join(store.dataDir, 'backups/mine.db'), '')
    writeFileSync(join(store.dataDir, 'backups/svc-0001_x-20260101T000000000Z.db.partial'), 'cut off')
    let changes = {}
    const seen = new Set<string>()
    for (let index = 0; index < 5; index++) {
      changes = { ...changes, ...later(index) }
      await migrate(store, migrationsWith(changes))
      for (const file of backupsOf(store)) seen.add(file)
    }
    const left = backupsOf(store).filter((file) => file.startsWith('svc-'))
    expect(left).toHaveLength(3)
    const time = (file: string) => file.slice(file.lastIndexOf('-'))
    const newest = [...seen]
      .filter((file) => file.startsWith('svc-'))
      .sort((a, b) => (time(a) < time(b) ? -1 : 1))
      .slice(-3)
    expect(left.toSorted()).toEqual(newest.toSorted())
    expect(backupsOf(store).filter((file) => !left.includes(file))).toEqual(['mine.db'])
  })

  test('a backup never overwrites a file', async () => {
    const store = await openEmptyStore({ dataDir: temporaryDirectory() })
    const file = join(store.dataDir, 'copy.db')
    writeFileSync(file, 'precious')
    await expect(store.backup(file)).rejects.toThrow('exists already')
    expect(readFileSync(file, 'utf8')).toBe('precious')
  })
})

test('both dialects have the same migrations by number and name', () => {
  const names = (dialect: Dialect) => readdirSync(join(shipped, dialect)).sort()
  expect(names('sqlite')).toEqual(names('postgres'))
  const numbers = names('sqlite').map((name) => name.slice(0, 4))
  expect(numbers.every((number) => /^\d{4}$/.test(number))).toBe(true)
  expect(new Set(numbers).size).toBe(numbers.length)
})
