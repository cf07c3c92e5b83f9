import { openapiCommand } from '../src/app/commands/openapi.ts'
import { readConfig } from '../src/platform/config/index.ts'

export interface DescribedOperation {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  responses: Record<string, { description: string }>
  security: object[]
  'x-required-scope'?: string
}

export interface DescribedCall {
  /** Upper case. */
  method: string
  /** With `{parameters}`. */
  path: string
  operation: DescribedOperation
}

/** Every operation of the OpenAPI document of a service with default settings, in the order of the document. */
export async function describedCalls(): Promise<DescribedCall[]> {
  return callsOf(await apiDocument())
}

/** The OpenAPI document as JSON, of a service with these settings and defaults. */
export async function apiDocument(environment: Record<string, string> = {}): Promise<string> {
  let text = ''
  const nothing = () => undefined
  await openapiCommand.run({
    config: () => readConfig({ environment }),
    configReport: () => [],
    operands: [],
    words: [],
    exposed: [],
    option: nothing,
    has: () => false,
    terminal: {
      out: (line) => (text += line),
      bytes: nothing,
      err: nothing,
      readInput: () => Promise.resolve(''),
      inputBytes: () => new Blob([]).stream(),
      readSecret: () => Promise.resolve(''),
    },
    workerEntry: '',
    watchdogEntry: '',
    executable: [],
  })
  return text
}

function callsOf(text: string): DescribedCall[] {
  const { paths, components } = JSON.parse(text) as {
    paths: Record<string, Record<string, DescribedOperation>>
    components: { responses: Record<string, { description: string }> }
  }
  const whole = (response: { description: string; $ref?: string }) =>
    components.responses[response.$ref?.split('/').at(-1) ?? ''] ?? response
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const responses = Object.entries(operation.responses).map(
        ([status, response]) => [status, whole(response)] as const,
      )
      return {
        method: method.toUpperCase(),
        path,
        operation: { ...operation, responses: Object.fromEntries(responses) },
      }
    }),
  )
}
