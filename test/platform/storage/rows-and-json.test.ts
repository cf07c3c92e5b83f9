import { beforeAll, describe, expect, test } from 'bun:test'
import { and, count, desc, eq, isNull, sql } from 'drizzle-orm'
import { type Store, prepared } from '../../../src/platform/storage/index.ts'
import { eachDialect } from '../../support/store.ts'
import { addProject, addTemplates, projectRow, putSetting, templateRow } from './rows.ts'

eachDialect((_, open) => {
  let store: Store
  beforeAll(async () => {
    store = await open()
    await addProject(store)
  })

  test('a row comes back with every value in its type', async () => {
    const { templates } = store.read.tables
    await addTemplates(store, ['tpl_types'])
    expect(await store.read.select().from(templates).where(eq(templates.id, 'tpl_types'))).toEqual([
      {
        ...templateRow('tpl_types'),
        folderId: null,
        subject: null,
        preheader: null,
        starter: null,
        deletedAt: null,
        guardId: null,
        lockKind: null,
        lockId: null,
        lockName: null,
        lockedAt: null,
        lockExpiresAt: null,
        lockRequest: null,
        externalId: null,
        metadata: {},
        publishedRelease: null,
        publishedAt: null,
        draftDiffers: false,
        scheduledRelease: null,
        reviewId: null,
        reviewState: null,
        reviewDiffers: false,
      },
    ])
  })

  test('insert, update and delete return the rows they touched', async () => {
    const { templates } = store.read.tables
    const id = { id: templates.id, revision: templates.revision }
    const touched = await store.tx(async (db) => [
      await db.insert(templates).values(templateRow('tpl_cycle')).returning(id),
      await db.update(templates).set({ revision: 2 }).where(eq(templates.id, 'tpl_cycle')).returning(id),
      await db.update(templates).set({ revision: 9 }).where(eq(templates.id, 'tpl_none')).returning(id),
      await db.delete(templates).where(eq(templates.id, 'tpl_cycle')).returning(id),
    ])
    expect(touched).toEqual([
      [{ id: 'tpl_cycle', revision: 1 }],
      [{ id: 'tpl_cycle', revision: 2 }],
      [],
      [{ id: 'tpl_cycle', revision: 2 }],
    ])
  })

  test('upserts, joins, pages and counts give the same on both', async () => {
    const { templates, projects, favorites } = store.read.tables
    await addTemplates(store, ['tpl_p1', 'tpl_p2', 'tpl_p3'])
    const favorite = { projectId: 'prj_1', owner: 'usr_1', templateId: 'tpl_p1' }
    for (let round = 0; round < 2; round++) {
      await store.tx((db) => db.insert(favorites).values(favorite).onConflictDoNothing())
    }
    expect(await store.read.$count(favorites)).toBe(1)
    const [total] = await store.read.select({ n: count() }).from(favorites)
    expect(total).toEqual({ n: 1 })
    const page = await store.read
      .select({ id: templates.id, project: projects.name, favorite: favorites.owner })
      .from(templates)
      .innerJoin(projects, eq(projects.id, templates.projectId))
      .leftJoin(favorites, eq(favorites.templateId, templates.id))
      .where(and(isNull(templates.deletedAt), sql`${templates.id} like 'tpl_p_'`))
      .orderBy(desc(templates.id))
      .limit(2)
    expect(page).toEqual([
      { id: 'tpl_p3', project: 'Project', favorite: null },
      { id: 'tpl_p2', project: 'Project', favorite: null },
    ])
  })

  test('rows() gives column names, numbers and parameters alike', async () => {
    await addTemplates(store, ['tpl_raw'])
    const query = sql`select id, created_at, revision, count(*) as n from templates where id = ${'tpl_raw'} group by id`
    expect(await store.read.rows<Record<string, unknown>>(query)).toEqual([
      { id: 'tpl_raw', created_at: 1_700_000_000_000, revision: 1, n: 1 },
    ])
  })

  test('a prepared query takes its values at each call, inside and outside a transaction', async () => {
    await addTemplates(store, ['tpl_prep'])
    const nameOf = prepared<{ name: string }[]>((db) =>
      db
        .select({ name: db.tables.templates.name })
        .from(db.tables.templates)
        .where(eq(db.tables.templates.id, sql.placeholder('id'))),
    )
    expect(await nameOf(store.read, { id: 'tpl_prep' })).toEqual([{ name: 'tpl_prep' }])
    expect(await nameOf(store.read, { id: 'tpl_none' })).toEqual([])
    const { templates } = store.read.tables
    const inside = await store.tx(async (db) => {
      await db.update(templates).set({ name: 'new' }).where(eq(templates.id, 'tpl_prep'))
      return [await nameOf(db, { id: 'tpl_prep' }), await nameOf(store.read, { id: 'tpl_prep' })]
    })
    expect(inside).toEqual([[{ name: 'new' }], [{ name: 'tpl_prep' }]])
    expect(await store.tx(async (db) => nameOf(db, { id: 'tpl_prep' }))).toEqual([{ name: 'new' }])
  })

  test('deleting a project deletes what belongs to it, and a deleted folder frees its templates', async () => {
    const { projects, folders, templates, templateDocuments } = store.read.tables
    await addProject(store, 'prj_gone')
    await store.tx(async (db) => {
      const folder = {
        id: 'fld_1',
        projectId: 'prj_gone',
        name: 'Folder',
        nameKey: 'folder',
        createdAt: 1,
        updatedAt: 1,
      }
      await db.insert(folders).values(folder)
      await db.insert(templates).values(templateRow('tpl_gone', { projectId: 'prj_gone', folderId: 'fld_1' }))
      await db.insert(templateDocuments).values({ templateId: 'tpl_gone', document: {} })
      await db.delete(folders).where(eq(folders.id, 'fld_1'))
    })
    const rows = () => store.read.select().from(templates).where(eq(templates.id, 'tpl_gone'))
    expect((await rows())[0]?.folderId).toBeNull()
    await store.tx((db) => db.delete(projects).where(eq(projects.id, 'prj_gone')))
    expect(await rows()).toEqual([])
    expect(await store.read.$count(templateDocuments)).toBe(0)
  })

  describe('JSON columns', () => {
    const values: [string, unknown][] = [
      ['object', { a: 1, nested: { b: [null, true, 'x'] } }],
      ['empty object', {}],
      ['array', [1, 'two', { three: 3 }]],
      ['empty array', []],
      ['number', 0.1],
      ['true', true],
      ['false', false],
      ['string', 'plain'],
      ['empty string', ''],
      ['string that looks like a number', '0.1'],
      ['string that looks like JSON', '{"a":1}'],
      ['quotes and backslashes', { q: `"'\\\n\t` }],
      ['unicode', { emoji: '👩‍👩‍👧 ünï\u2028' }],
      ['large integers', { max: Number.MAX_SAFE_INTEGER }],
    ]
    test.each(values)('%s comes back as it was', async (name, value) => {
      const { settings } = store.read.tables
      await store.tx((db) => putSetting(db, name, value))
      const [row] = await store.read.select().from(settings).where(eq(settings.key, name))
      expect(row?.value).toEqual(value)
    })

    test('many rows in one insert, and an update, keep them too', async () => {
      const { settings } = store.read.tables
      const rows = values.map(([key, value]) => ({ key: `many ${key}`, value }))
      await store.tx((db) => db.insert(settings).values(rows))
      for (const { key, value } of rows) {
        await store.tx((db) =>
          db
            .update(settings)
            .set({ value: { wrapped: value } })
            .where(eq(settings.key, key)),
        )
        const [row] = await store.read.select().from(settings).where(eq(settings.key, key))
        expect(row?.value).toEqual({ wrapped: value })
      }
    })

    test('an absent value is NULL in SQL, not the JSON null', async () => {
      await store.tx((db) =>
        db.insert(db.tables.exports).values({
          id: 'exp_1',
          projectId: 'prj_1',
          format: 'html',
          status: 'queued',
          templateIds: ['tpl_1'],
          files: [],
          warnings: [],
          error: null,
          createdAt: 1,
          expiresAt: 2,
        }),
      )
      const found = await store.read.rows<{ id: string }>(sql`select id from exports where error is null`)
      expect(found).toEqual([{ id: 'exp_1' }])
      const [row] = await store.read.select({ error: store.read.tables.exports.error }).from(store.read.tables.exports)
      expect(row).toEqual({ error: null })
    })

    test('queries can look into them, so they are not stored as strings', async () => {
      await store.tx((db) => putSetting(db, 'inside', { colour: 'red' }))
      const path = store.dialect === 'sqlite' ? sql`value ->> '$.colour'` : sql`value ->> 'colour'`
      expect(
        await store.read.rows<{ colour: string }>(sql`select ${path} as colour from settings where key = 'inside'`),
      ).toEqual([{ colour: 'red' }])
    })

    test('a document keeps the order of its members', async () => {
      const { templateDocuments } = store.read.tables
      await addTemplates(store, ['tpl_order'])
      const document = { zeta: 1, alpha: { y: 1, b: 2 }, mm: [] }
      await store.tx((db) => db.insert(templateDocuments).values({ templateId: 'tpl_order', document }))
      const [row] = await store.read
        .select()
        .from(templateDocuments)
        .where(eq(templateDocuments.templateId, 'tpl_order'))
      expect(JSON.stringify(row?.document)).toBe(JSON.stringify(document))
    })
  })

  test('the audit log takes new rows and refuses to change or lose one', async () => {
    const { auditLog } = store.read.tables
    const entry = {
      at: 1,
      actorKind: 'user',
      actorId: 'usr_1',
      action: 'x',
      detail: { b: 1, a: 2 },
      previousHash: '',
      hash: 'h',
    }
    await store.tx((db) => db.insert(auditLog).values({ id: 'aud_1', ...entry }))
    const change = store.tx((db) => db.update(auditLog).set({ action: 'y' }).where(eq(auditLog.id, 'aud_1')))
    expect(String(((await change.catch((error) => error)) as Error).cause ?? (await change.catch(String)))).toContain(
      'append-only',
    )
    await expect(store.tx(async (db) => db.delete(auditLog))).rejects.toThrow()
    expect(await store.read.select().from(auditLog)).toMatchObject([
      { id: 'aud_1', action: 'x', detail: { b: 1, a: 2 } },
    ])
  })

  test('the first page of a project is read from an index in its order', async () => {
    const query = sql`select id from templates where project_id = 'prj_1' and deleted_at is null order by updated_at desc, id desc limit 25`
    const plan = await store.tx(async (db) => {
      if (db.dialect === 'sqlite') return db.rows(sql`explain query plan ${query}`)
      await db.script('SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off')
      return db.rows(sql`explain ${query}`)
    })
    expect(JSON.stringify(plan)).toContain('templates_project_updated')
    expect(JSON.stringify(plan)).not.toMatch(/sort|b-tree/i)
  })

  test('a project with the plugin id of another is refused', async () => {
    const copy = { ...projectRow('prj_2'), companyId: 'com_prj_1', pluginId: 'svc_pk_prj_1' }
    await expect(store.tx(async (db) => db.insert(db.tables.projects).values(copy))).rejects.toThrow()
  })
})
