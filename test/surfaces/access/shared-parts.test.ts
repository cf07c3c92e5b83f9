/** Modules and assets: who changes what templates show of them, where grants restrict those templates. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { dialects } from '../../support/store.ts'
import { type TwoKeys, instance, section, startTwoKeys } from './two-keys.ts'

const secret = 'SECRET-BOARD-PLAN'
const attack = { nodes: [section('s', 'PAY TO ATTACKER')] }

describe.each([...dialects])('on %s', (dialect) => {
  let service: TwoKeys
  beforeAll(async () => {
    service = await startTwoKeys({ dialect })
  })
  const shown = async (id: string) => (await service.must<{ text: string }>(`GET /v1/templates/${id}/html`)).text

  const follow = {
    itself: async (module: string, level: 'none' | 'view') => service.template(secret, [instance('i', module)], level),
    'through another module': async (module: string, level: 'none' | 'view') =>
      service.template(secret, [instance('i', await service.module('Outer', instance('o', module)))], level),
    'through an older version of another module': async (module: string, level: 'none' | 'view') => {
      const outer = await service.module('Outer', instance('o', module))
      await service.must(`PUT /v1/modules/${outer}`, { nodes: [section('x', 'Other')] })
      return service.template(secret, [instance('i', outer, 1)], level)
    },
  }
  for (const [mode, make] of Object.entries(follow)) {
    for (const level of ['none', 'view'] as const) {
      test(`content of a module is refused to who has ${level} on a template that follows it ${mode}`, async () => {
        const module = await service.module('Footer', section('s', 'Genuine'))
        const template = await make(module, level)
        const refused = await service.call(`PUT /v1/modules/${module}`, attack, 'reader')
        expect([refused.status, (refused.body as { code: string }).code]).toEqual([403, 'PERMISSION_DENIED'])
        expect(refused.text).not.toContain(secret)
        expect(refused.text).not.toContain(template)
        expect(await shown(template)).toContain('Genuine')
        expect(await service.statusOf(`PUT /v1/modules/${module}`, { name: 'Renamed' })).toBe(200)
        await service.grant(template, 'edit')
        expect(await service.statusOf(`PUT /v1/modules/${module}`, { nodes: [section('s', 'By an editor')] })).toBe(200)
        expect(await shown(template)).toContain('By an editor')
        await service.grant(template)
        expect(await service.statusOf(`PUT /v1/modules/${module}`, attack)).toBe(403)
      })
    }
  }

  test('templates that are open, or pinned to a version, keep nobody from changing a module', async () => {
    const module = await service.module('Footer', section('s', 'Genuine'))
    await service.template('Open', [instance('i', module)])
    const pinned = await service.template(secret, [instance('i', module, 1)], 'none')
    expect(await service.statusOf(`PUT /v1/modules/${module}`, { nodes: [section('s', 'Changed')] })).toBe(200)
    expect(await shown(pinned)).toContain('Genuine')
  })

  test('sync and delete name no template that the caller may not see, and change none', async () => {
    const module = await service.module('Footer', section('s', 'One'))
    const closed = await service.template(secret, [instance('i', module, 1)], 'none')
    const open = await service.template('Open', [instance('i', module, 1)])
    await service.must(`PUT /v1/modules/${module}`, { nodes: [section('s', 'Two')] })
    const synced = await service.call(`POST /v1/modules/${module}/sync`, {}, 'reader')
    expect(synced.body).toMatchObject({ results: [{ template_id: open, ok: true, changed: true }] })
    expect(synced.text).not.toContain(closed)
    for (const query of ['', '?detach=true']) {
      const refused = await service.call(`DELETE /v1/modules/${module}${query}`, undefined, 'reader')
      expect(refused.status).toBe(403)
      expect(refused.text).not.toContain(closed)
    }
    await service.must(`DELETE /v1/templates/${closed}`)
    await service.must(`DELETE /v1/templates/${open}?permanent=true`)
    // In the trash it would come back without its module.
    expect(await service.statusOf(`DELETE /v1/modules/${module}`)).toBe(403)
    expect(await service.statusOf(`DELETE /v1/modules/${module}`, undefined, 'a')).toBe(204)
  })

  describe('an asset of a template that the caller may not edit', () => {
    const upload = async (name: string) => {
      const form = new FormData()
      form.append(
        'file',
        new File([`<svg xmlns="http://www.w3.org/2000/svg"><text>${name}</text></svg>`], `${name}.txt`),
      )
      const request = new Request('http://localhost/v1/assets', {
        method: 'POST',
        headers: { 'svc-api-auth': service.keys.a },
        body: form,
      })
      const answer = await service.handle(request)
      return (await answer.json()) as { id: string; url: string }
    }
    const image = (url: string) => ({
      type: 'section',
      columns: [{ blocks: [{ type: 'image', src: url, alt: 'A' }] }],
    })
    const remove = async (id: string) => [
      await service.statusOf(`DELETE /v1/assets/${id}?force=true`),
      (
        await service.must<{ results: { error?: { code: string } }[] }>(
          'POST /v1/assets/bulk/delete',
          { ids: [id], force: true },
          'reader',
        )
      ).results[0]?.error?.code,
    ]

    test('is not deleted by force', async () => {
      const { id, url } = await upload(`direct-${dialect}`)
      const template = await service.template(secret, [image(url)], 'view')
      expect(await remove(id)).toEqual([403, 'PERMISSION_DENIED'])
      expect(await service.statusOf(`GET /v1/assets/${id}`)).toBe(200)
      await service.grant(template, 'edit')
      expect(await service.statusOf(`DELETE /v1/assets/${id}?force=true`)).toBe(204)
    })

    test('is not deleted by force where a module shows it', async () => {
      const { id, url } = await upload(`module-${dialect}`)
      const module = await service.module('Logo', image(url))
      await service.template(secret, [instance('i', module)], 'none')
      expect(await remove(id)).toEqual([403, 'PERMISSION_DENIED'])
    })
  })
})
