import type { TemplateCheck } from './operations.ts'

/** Receives every check of template access while the handler of an operation runs. */
export type AccessCheck = (check: TemplateCheck) => void

let observer: AccessCheck | undefined

/** Sets the observer of this process; only a service that asserts its access table has one. */
export function observeAccess(receive: AccessCheck): void {
  observer = receive
}

/** Called by each check of template access, before it decides. Costs one comparison without an observer. */
export function reportAccess(check: TemplateCheck): void {
  observer?.(check)
}
