/**
 * Programs that make one call each, in the languages of the client libraries, for the reference: made of the examples that the
 * document has of parameters and bodies.
 */
import { type Api, readApi } from '../api.ts'
import type { OpenApiDocument } from '../document.ts'
import { GoSamples } from './go.ts'
import { phpSample } from './php.ts'
import { pythonSample } from './python.ts'
import { rubySample } from './ruby.ts'
import { typescriptSample } from './typescript.ts'
import { sampleInputs } from './values.ts'

/** An entry of `x-codeSamples`. */
export interface CodeSample {
  /** For the highlighter of the reference. */
  lang: string
  label: string
  source: string
}

/** Samples by operation id. */
export function codeSamples(document: OpenApiDocument, api: Api = readApi(document)): Record<string, CodeSample[]> {
  const go = new GoSamples(api)
  return Object.fromEntries(
    api.operations.map((operation) => {
      const inputs = sampleInputs(document, operation)
      const samples = [
        { lang: 'typescript', label: 'TypeScript', source: typescriptSample(operation, inputs) },
        { lang: 'python', label: 'Python', source: pythonSample(operation, inputs) },
        { lang: 'go', label: 'Go', source: go.sample(operation, inputs) },
        { lang: 'php', label: 'PHP', source: phpSample(operation, inputs) },
        { lang: 'ruby', label: 'Ruby', source: rubySample(operation, inputs) },
      ]
      const trimmed = samples.map((sample) => ({ ...sample, source: sample.source.trimEnd() }))
      return [`${operation.resource}.${operation.name}`, trimmed]
    }),
  )
}
