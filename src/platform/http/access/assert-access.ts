import { AsyncLocalStorage } from 'node:async_hooks'
import { type TemplateCheck, accessOf, observeAccess } from '../../../kernel/access/index.ts'
import { ServiceError } from '../../../kernel/errors/index.ts'
import type { Settings } from '../draft.ts'
import type { Operation } from '../operation.ts'

/** Runs a handler, and fails with INTERNAL when it succeeded without the check that its operation declares. */
export type AssertAccess = <T>(operation: Operation, set: Settings, handle: () => T) => T

const levels: readonly TemplateCheck[] = ['visible', 'view', 'comment', 'edit_text', 'edit', 'manage']
const checks = new AsyncLocalStorage<Set<TemplateCheck>>()

/** For tests: holds every successful response against the access table (src/kernel/access), at the cost of an async context. */
export function createAccessAssertion(): AssertAccess {
  observeAccess((check) => checks.getStore()?.add(check))
  return (operation, set, handle) => {
    const declared = accessOf(operation.id)
    if (declared?.templates === undefined || declared.isOptional) return handle()
    const needed = levels.indexOf(declared.templates)
    const made = new Set<TemplateCheck>()
    const assert = <R>(given: R): R => {
      const status = given instanceof Response ? given.status : Number(set.status ?? 200)
      // The response to a repeated request was checked when it was made.
      const isReplay = set.headers['idempotency-replayed'] !== undefined
      const isChecked = [...made].some((check) => levels.indexOf(check) >= needed)
      if (status < 300 && !isReplay && !isChecked) {
        const message = `${operation.id} responded with ${status} without the access check of ${declared.templates} that it declares.`
        throw new ServiceError('INTERNAL', { cause: new Error(message) })
      }
      return given
    }
    const given = checks.run(made, handle)
    return given instanceof Promise ? (given.then(assert) as typeof given) : assert(given)
  }
}
