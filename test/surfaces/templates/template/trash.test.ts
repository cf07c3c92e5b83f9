import { expect, test } from 'bun:test'
import { createId } from '../../../../src/kernel/ids/index.ts'
import type { Db, Store } from '../../../../src/platform/storage/index.ts'
import { purgeTrash } from '../../../../src/surfaces/templates/index.ts'
import { blockedOrSettled } from '../../../support/postgres-proxy.ts'
import { eachDialect } from '../../../support/store.ts'
import { addProject, addTemplate } from '../library/rows.ts'

const dayMs = 24 * 60 * 60 * 1000
const now = Date.UTC(2026, 10, 21)

eachDialect((dialect, open) => {
  const remaining = async (store: Store) => {
    const { templates, templateSearch } = store.read.tables
    const names = (await store.read.select({ name: templates.name }).from(templates)).map(({ name }) => name)
    const words = (await store.read.select({ name: templateSearch.name }).from(templateSearch)).map(({ name }) => name)
    expect(words.toSorted()).toEqual(names.map((name) => name.toLowerCase()).toSorted())
    return names.toSorted()
  }

  test('thirty days in the trash and a template is gone with all that belongs to it, in every project', async () => {
    const store = await open()
    const projects = [await addProject(store), await addProject(store)]
    await store.tx(async (db) => {
      for (const project of projects) {
        await addTemplate(db, project, { name: 'active' })
        await addTemplate(db, project, { name: 'fresh', deletedAt: now - 29 * dayMs })
        await addTemplate(db, project, { name: 'expired', deletedAt: now - 30 * dayMs - 1 })
      }
    })
    expect(await store.tx((db) => purgeTrash(db, now))).toEqual({ erased: 2, more: false })
    expect(await remaining(store)).toEqual(['active', 'active', 'fresh', 'fresh'])
    expect(await store.tx((db) => purgeTrash(db, now))).toEqual({ erased: 0, more: false })
  })

  test('a full trash is emptied in batches', async () => {
    const store = await open()
    const project = await addProject(store)
    await store.tx(async (db) => {
      for (let i = 0; i < 250; i++) await addTemplate(db, project, { deletedAt: 1 })
    })
    expect(await store.tx((db) => purgeTrash(db, now))).toEqual({ erased: 200, more: true })
    expect(await store.tx((db) => purgeTrash(db, now))).toEqual({ erased: 50, more: false })
    expect(await remaining(store)).toEqual([])
  })

  /** Runs what is given, begins a purge before that transaction ends, and answers what the purge did. */
  async function purgeDuring(store: Store, work: (db: Db) => Promise<unknown>) {
    const begun = Promise.withResolvers<void>()
    const mayEnd = Promise.withResolvers<void>()
    const other = store.tx(async (db) => {
      const result = await work(db)
      begun.resolve()
      await mayEnd.promise
      return result
    })
    await begun.promise
    const purge = store.tx((db) => purgeTrash(db, now))
    // SQLite's purge cannot begin before the other transaction has ended.
    if (dialect === 'postgres') await blockedOrSettled(store, purge, 1)
    mayEnd.resolve()
    await other
    return purge
  }

  const addExpired = async (store: Store, count = 1) => {
    const project = await addProject(store)
    await store.tx(async (db) => {
      await db.insert(db.tables.webhooks).values(listener(project))
      for (let i = 0; i < count; i++) await addTemplate(db, project, { name: `expired ${i}`, deletedAt: 1 })
    })
  }
  const events = async (store: Store) => (await store.read.select().from(store.read.tables.events)).length

  test('a template that is restored while the trash is purged stays, and nobody is told that it went', async () => {
    const store = await open()
    await addExpired(store)
    const purged = await purgeDuring(store, (db) => db.update(db.tables.templates).set({ deletedAt: null }))
    expect(purged).toEqual({ erased: 0, more: false })
    expect(await remaining(store)).toEqual(['expired 0'])
    expect(await events(store)).toBe(0)
  })

  test('two purges at once tell of each template once', async () => {
    const store = await open()
    await addExpired(store, 3)
    const second = await purgeDuring(store, (db) => purgeTrash(db, now))
    expect(second).toEqual({ erased: 0, more: false })
    expect(await remaining(store)).toEqual([])
    expect(await events(store)).toBe(3)
  })
})

const listener = (projectId: string) => ({
  id: createId('webhook'),
  projectId,
  url: 'https://receiver.invalid/',
  events: ['template.deleted' as const],
  enabled: true,
  secrets: [],
  revision: 1,
  createdAt: 1,
  updatedAt: 1,
})
