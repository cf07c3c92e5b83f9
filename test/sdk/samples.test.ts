/** Code samples of the reference: one of each language for every operation, with values that the operation accepts. */
import { describe, expect, test } from 'bun:test'
import { apiDocument } from '../../scripts/api-document.ts'
import { readApi } from '../../scripts/clients/api.ts'
import type { OpenApiDocument } from '../../scripts/clients/document.ts'
import { codeSamples } from '../../scripts/clients/samples/index.ts'

const document = JSON.parse(await apiDocument()) as OpenApiDocument
const api = readApi(document)
const samples = codeSamples(document, api)

describe('code samples', () => {
  test('are in five languages for every operation', () => {
    const labels = Object.values(samples).map((list) => list.map(({ label }) => label).join(' '))
    expect(labels).toHaveLength(api.operations.length)
    expect([...new Set(labels)]).toEqual(['TypeScript Python Go PHP Ruby'])
  })

  test('name every required parameter', () => {
    const missing = api.operations.flatMap(({ resource, name, inputs }) => {
      const [typescript] = samples[`${resource}.${name}`] ?? []
      const required = inputs.filter(({ isRequired }) => isRequired)
      return required
        .filter((member) => !typescript?.source.includes(member.name))
        .map((member) => `${name} ${member.name}`)
    })
    expect(missing).toEqual([])
  })

  test('are valid TypeScript, and no value is undefined', () => {
    const transpiler = new Bun.Transpiler({ loader: 'ts' })
    for (const [{ source = '' } = {}] of Object.values(samples)) expect(transpiler.transformSync(source)).not.toBe('')
    const texts = Object.values(samples).flatMap((list) => list.map(({ source }) => source))
    expect(texts.filter((text) => /\bundefined\b|\[object Object\]/.test(text))).toEqual([])
  })
})
