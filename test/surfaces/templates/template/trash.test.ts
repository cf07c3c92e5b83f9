import { expect, test } from 'bun:test'
import type { Store } from '../../../../src/platform/storage/index.ts'
import { purgeTrash } from '../../../../src/surfaces/templates/index.ts'
import { eachDialect } from '../../../support/store.ts'
import { addProject, addTemplate } from '../library/rows.ts'

const dayMs = 24 * 60 * 60 * 1000
const now = Date.UTC(2026, 10, 21)

eachDialect((_, open) => {
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
})
