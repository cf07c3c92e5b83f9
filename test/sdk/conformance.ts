/**
 * The vectors of sdk/conformance that the suites of all client libraries read, as far as the TypeScript client needs their
 * shapes. The suites of the other languages read the same files themselves.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ScriptedResponse {
  failure?: 'connection' | 'timeout'
  status?: number
  headers?: Record<string, string>
  body?: string
}

export interface ExpectedError {
  class: string
  code: string
  status?: number
  retry_after?: number
  request_id?: string
  message?: string
  issues?: unknown
  member?: [string, unknown]
}

export interface CallVector {
  name: string
  operation: string
  parameters: Record<string, unknown>
  options?: {
    idempotency_key?: string
    if_match?: string
    if_none_match?: string
    max_retries?: number
    headers?: Record<string, string>
  }
  error?: ExpectedError
}

const folder = join(import.meta.dir, '../../sdk/conformance')

export function readVectors<Vector>(name: string): Vector[] {
  const { cases } = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as { cases: Vector[] }
  return cases
}
