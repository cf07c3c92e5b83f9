import { beforeAll, describe, expect, test } from 'bun:test'
import { ask } from '../../../support/scenario.ts'
import { type TestService, startService } from '../../../support/service.ts'
import { dialects } from '../../../support/store.ts'
import type { Caller } from '../../../../src/platform/identity/index.ts'
import { addFavorite, removeFavorite } from '../../../../src/surfaces/templates/library/favorites/favorites.ts'
import { loadTemplate } from '../../../../src/surfaces/templates/index.ts'

interface Page {
  data: { id: string; favorite: boolean }[]
}

for (const dialect of dialects) {
  describe(dialect, () => {
    let service: TestService

    beforeAll(async () => {
      service = await startService({ dialect })
    })

    const favorites = async (key = 'a') =>
      ((await ask(service, { call: 'GET /v1/templates/favorites', key })).body as Page).data.map(({ id }) => id)

    test('marking twice is marking once, unmarking twice too, and the revision stays', async () => {
      const id = await service.create({ name: 'One', type: 'other' })
      const call = `POST /v1/templates/${id}/favorite`
      for (let i = 0; i < 2; i++) {
        expect(await ask(service, { call })).toMatchObject({ status: 200, body: { id, favorite: true, revision: 1 } })
      }
      expect(await favorites()).toEqual([id])
      expect((await ask(service, { call: `GET /v1/templates/${id}` })).body).toMatchObject({ favorite: true })
      for (let i = 0; i < 2; i++) {
        expect((await ask(service, { call: `DELETE /v1/templates/${id}/favorite` })).status).toBe(204)
      }
      expect(await favorites()).toEqual([])
    })

    test('the keys of a project share their marks, people have their own', async () => {
      const id = await service.create({ name: 'Two', type: 'other' })
      await ask(service, { call: `POST /v1/templates/${id}/favorite` })
      expect((await ask(service, { call: `GET /v1/templates/${id}`, key: 'readOnly' })).body).toMatchObject({
        favorite: true,
      })
      const person = (name: string): Caller => ({
        projectId: service.projects.a,
        companyId: 'com_x',
        actor: { kind: 'user', id: `usr_${name}`, name },
        scopes: ['admin'],
      })
      const seenBy = async (name: string) => (await loadTemplate(service.store.read, person(name), id)).favorite
      expect(await seenBy('ada')).toBe(false)
      await service.store.tx((db) => addFavorite(db, person('ada'), id))
      expect([await seenBy('ada'), await seenBy('bob')]).toEqual([true, false])
      await service.store.tx((db) => removeFavorite(db, person('ada'), id))
      expect(await seenBy('ada')).toBe(false)
      expect(await favorites()).toContain(id)
      expect(await favorites('b')).toEqual([])
    })

    test('a favourite in the trash is not listed, and is one again when it comes back', async () => {
      const id = await service.create({ name: 'Three', type: 'other' })
      await ask(service, { call: `POST /v1/templates/${id}/favorite` })
      await ask(service, { call: `DELETE /v1/templates/${id}` })
      expect(await favorites()).not.toContain(id)
      await ask(service, { call: `POST /v1/templates/${id}/restore` })
      expect(await favorites()).toContain(id)
    })
  })
}
