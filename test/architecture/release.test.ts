import { describe, expect, test } from 'bun:test'
import manifest from '../../package.json' with { type: 'json' }
import { runtimePackages } from '../../scripts/packages.ts'
import { softwareBill } from '../../scripts/sbom.ts'

const packages = runtimePackages()

interface Bill {
  bomFormat: string
  specVersion: string
  components: { 'bom-ref': string; name: string; group?: string; hashes?: { content: string }[]; licenses: unknown[] }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

describe('what a release says about its contents', () => {
  const bill = JSON.parse(JSON.stringify(softwareBill(manifest))) as Bill
  const refs = bill.components.map((component) => component['bom-ref'])

  test('every runtime dependency is a component, with a hash and a licence', () => {
    const names = bill.components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`))
    expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)))
    const bare = bill.components.filter(
      ({ name, hashes, licenses }) =>
        name !== 'bun' && (licenses.length === 0 || !/^[0-9a-f]{128}$/.test(hashes?.[0]?.content ?? '')),
    )
    expect(bare).toEqual([])
  })
  test('every reference names one component', () => {
    expect(new Set(refs).size).toBe(refs.length)
    const known = new Set(refs)
    expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !known.has(ref))).toEqual([])
  })
  test('nothing that is only for developing is in it', () => {
    const stray = packages.filter(({ name }) =>
      ['mjml', 'fast-check', 'playwright-core', 'oxlint', 'typescript', 'bun-types'].includes(name),
    )
    expect(stray).toEqual([])
  })
  test('the licences allow to ship', () => {
    // MPL-2.0 requests the sources of its own files, which are published as we take them.
    const allowed = /MIT|MPL-2\.0|Apache-2\.0|BSD|ISC|0BSD|Zlib|CC0|BlueOak|Unlicense|Python-2\.0/
    expect(
      packages.filter(({ license }) => !allowed.test(license)).map(({ name, license }) => `${name} ${license}`),
    ).toEqual([])
  })
  test('no package brings machine code, which would not run on the other platforms', () => {
    const native = packages.filter(({ name }) => /-(linux|darwin|win32)-(x64|arm64)/.test(name))
    expect(native).toEqual([])
  })
})
