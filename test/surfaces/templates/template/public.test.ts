import { expect, test } from 'bun:test'
import type { Caller } from '../../../../src/platform/identity/index.ts'
import type { Store } from '../../../../src/platform/storage/index.ts'
import { listTemplates } from '../../../../src/surfaces/templates/library/listing/listing.ts'
import { type Starter, loadDocument, publishStarters } from '../../../../src/surfaces/templates/index.ts'
import { eachDialect } from '../../../support/store.ts'

const starter = (key: string, text = 'Hello'): Starter => ({
  key,
  name: `Starter ${key}`,
  type: 'other',
  tags: [key],
  document: { rows: [{ type: 'section', columns: [{ blocks: [{ type: 'text', text }] }] }] },
})

const anybody: Caller = {
  projectId: 'prj_any',
  companyId: 'com_any',
  actor: { kind: 'api_key', id: 'key_any', name: 'Any' },
  scopes: ['templates:read'],
}

const shown = async (store: Store, query: { q?: string } = {}) => {
  const { data } = await listTemplates(store.read, anybody, { ...query, visibility: 'public' })
  return data.map(({ name, revision }) => `${name} ${revision}`)
}

eachDialect((_, open) => {
  const publish = (store: Store, starters: Starter[]) => store.tx((db) => publishStarters(db, starters))

  test('starters are published in their order, once', async () => {
    const store = await open()
    const starters = [starter('a'), starter('b'), starter('c')]
    expect(await publish(store, starters)).toBe(3)
    expect(await shown(store)).toEqual(['Starter a 1', 'Starter b 1', 'Starter c 1'])
    expect(await publish(store, starters)).toBe(0)
    expect(await shown(store)).toEqual(['Starter a 1', 'Starter b 1', 'Starter c 1'])
  })

  test('what changed becomes a new revision of the same template, what is gone is erased', async () => {
    const store = await open()
    await publish(store, [starter('a'), starter('b')])
    const before = (await listTemplates(store.read, anybody, { visibility: 'public' })).data
    expect(await publish(store, [starter('a', 'Goodbye')])).toBe(2)
    expect(await shown(store)).toEqual(['Starter a 2'])
    expect(await shown(store, { q: 'goodbye' })).toEqual(['Starter a 2'])
    expect(await shown(store, { q: 'hello' })).toEqual([])
    const id = before.find(({ name }) => name === 'Starter a')?.id ?? ''
    const { document } = await loadDocument(store.read, anybody, id)
    expect(JSON.stringify(document)).toContain('Goodbye')
  })

  test('two installations give a starter the same id', async () => {
    const ids = async () => {
      const store = await open()
      await publish(store, [starter('a')])
      return (await listTemplates(store.read, anybody, { visibility: 'public' })).data.map(({ id }) => id)
    }
    expect(await ids()).toEqual(await ids())
  })

  test('two processes that start at once publish each starter once', async () => {
    const store = await open()
    await Promise.all([publish(store, [starter('a'), starter('b')]), publish(store, [starter('a'), starter('b')])])
    expect((await shown(store)).map((each) => each.slice(0, 9))).toEqual(['Starter a', 'Starter b'])
  })
})
