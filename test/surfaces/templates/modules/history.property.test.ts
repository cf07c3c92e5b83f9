/** Whatever happens to modules, an email that is pinned to a version has the bytes it had until it is synced. */
import { describe, expect, test } from 'bun:test'
import { createRandom } from '../../../support/random.ts'
import { dialects } from '../../../support/store.ts'
import { type Module, instance, section, startModules, text } from './pieces.ts'

const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
const steps = 80

describe.each([...dialects])(`any sequence of changes and syncs on %s (SEED=${seed})`, (dialect) => {
  test('leaves pinned instances with their bytes, brings synced ones to their version, and following ones to the latest', async () => {
    const service = await startModules(dialect)
    const random = createRandom(seed)
    const modules = [await service.module('M0', 'M0 v1'), await service.module('M1', 'M1 v1')]
    const pages = new Map<string, string[]>(modules.map((id) => [id, ['']]))
    /** What a version looks like by itself, as its template showed it when the version was the latest. */
    const followers = new Map<string, string>()
    for (const id of modules) followers.set(id, await service.template('Same title', instance('a', id)))
    const cache = async (id: string) => pages.get(id)?.push(await service.html(followers.get(id) ?? ''))
    for (const id of modules) await cache(id)
    const pinned: { template: string; module: string; version: number }[] = []

    for (let step = 0; step < steps; step++) {
      const id = random.pick(modules)
      const versions = (pages.get(id)?.length ?? 1) - 1
      const version = 1 + random.integer(versions)
      const what = random.integer(10)
      if (what < 3) {
        const nodes = [
          section('s', ...Array.from({ length: 1 + random.integer(3) }, (_, n) => text(`t${n}`, `${step} ${n}`))),
        ]
        await service.must<Module>(`PUT /v1/modules/${id}`, { nodes })
        await cache(id)
      } else if (what < 6) {
        pinned.push({ template: await service.template('Same title', instance('a', id, version)), module: id, version })
      } else if (what < 8) {
        const some = pinned.filter(() => random.integer(3) === 0)
        const named = some.length > 0 && random.integer(2) === 0
        const send = { version, ...(named ? { template_ids: some.map(({ template }) => template) } : {}) }
        await service.must(`POST /v1/modules/${id}/sync`, send)
        for (const pin of named ? some : pinned) if (pin.module === id) pin.version = version
      } else if (what < 9 && pinned.length > 0) {
        await service.must(`POST /v1/modules/${id}/sync`, { version, dry_run: true })
      } else if (pinned.length > 0) {
        const pin = random.pick(pinned)
        const { data } = await service.must<{ data: { id: string; number: number }[] }>(
          `GET /v1/templates/${pin.template}/versions`,
        )
        const back = random.pick(data)
        const shown = await service.must<{ html: string }>(`GET /v1/templates/${pin.template}/versions/${back.id}/html`)
        await service.must(`POST /v1/templates/${pin.template}/versions/${back.id}/restore`, {})
        pin.version = pages.get(pin.module)?.indexOf(shown.html) ?? 0
        expect(pin.version).toBeGreaterThan(0)
      }
      for (const pin of pinned)
        expect(await service.html(pin.template)).toBe(pages.get(pin.module)?.[pin.version] ?? '')
      for (const [module, template] of followers)
        expect(await service.html(template)).toBe(pages.get(module)?.at(-1) ?? '')
    }
    for (const { template } of pinned) {
      const { data } = await service.must<{ data: { id: string }[] }>(
        `GET /v1/templates/${template}/versions?limit=100`,
      )
      for (const { id } of data) await service.must(`GET /v1/templates/${template}/versions/${id}/html`)
    }
  })
})
