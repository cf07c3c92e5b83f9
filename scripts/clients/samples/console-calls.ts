import { readApi } from '../api.ts'
import { apiDocument } from '../../api-document.ts'
import type { OpenApiDocument } from '../document.ts'
import { GoSamples } from './go.ts'
import { phpSample } from './php.ts'
import { pythonSample } from './python.ts'
import { rubySample } from './ruby.ts'
import { typescriptSample } from './typescript.ts'

/** What the console fills in: texts without quotes, and the data as a literal of the language. */
const values: Record<string, string> = { template_id: 'TEMPLATE_ID', data: 'DATA' }

/**
 * src/console/programs/calls.json: by operation and language, the programs that the console shows with the URL of the service
 * and an email of the reader. They are those of the reference.
 */
export async function consoleCalls(): Promise<string> {
  const api = readApi(JSON.parse(await apiDocument()) as OpenApiDocument)
  const go = new GoSamples(api)
  const programs = ['templates.generate', 'projects.me'].map((id) => {
    const operation = api.operations.find(({ resource, name }) => `${resource}.${name}` === id)
    if (operation === undefined) throw new Error(`The document has no operation ${id}`)
    const inputs = operation.inputs.flatMap((member) => {
      const value = values[member.name]
      return value === undefined ? [] : [{ member, value }]
    })
    const samples = {
      typescript: typescriptSample(operation, inputs, 'inline'),
      python: pythonSample(operation, inputs, 'inline'),
      go: go.sample(operation, inputs, 'inline'),
      php: phpSample(operation, inputs, 'inline'),
      ruby: rubySample(operation, inputs, 'inline'),
    }
    return [id, Object.fromEntries(Object.entries(samples).map(([name, code]) => [name, code.trimEnd()]))] as const
  })
  return `${JSON.stringify(Object.fromEntries(programs), null, 2)}\n`
}
