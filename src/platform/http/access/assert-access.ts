import { AsyncLocalStorage } from 'node:async_hooks'
import { type TemplateCheck, accessOf, observeAccess } from '../../../kernel/access/index.ts'
import { ServiceError } from '../../../kernel/errors/index.ts'
import type { Settings } from '../draft.ts'
import type { Operation } from '../operation.ts'

/**
 * Records the access checks of requests, and fails with INTERNAL if a response succeeds without the check that its operation
 * declares.
 */
export interface AccessAssertion {
  record<T>(work: () => T): T
  /** Called once the handler has returned. */
  assert(operation: Operation, set: Settings, given: unknown): void
}

const levels: readonly TemplateCheck[] = ['visible', 'view', 'comment', 'edit_text', 'edit', 'publish', 'manage']
const checks = new AsyncLocalStorage<Set<TemplateCheck>>()

/**
 * For tests: checks every successful response against the access table (src/kernel/access), at the cost of an async context.
 */
export function createAccessAssertion(): AccessAssertion {
  observeAccess((check) => checks.getStore()?.add(check))
  return {
    record: (work) => checks.run(new Set(), work),
    assert(operation, set, given) {
      const declared = accessOf(operation.id)
      if (declared?.templates === undefined || declared.isOptional) return
      const needed = levels.indexOf(declared.templates)
      const status = given instanceof Response ? given.status : Number(set.status ?? 200)
      // The response to a repeated request was checked when it was first sent.
      const isReplay = set.headers['idempotency-replayed'] !== undefined
      const isChecked = [...(checks.getStore() ?? [])].some((check) => levels.indexOf(check) >= needed)
      if (status >= 300 || isReplay || isChecked) return
      const message = `${operation.id} responded with ${status} without the access check of ${declared.templates} that it declares.`
      throw new ServiceError('INTERNAL', { cause: new Error(message) })
    },
  }
}
