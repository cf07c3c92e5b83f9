/** What the editor saves to, in memory: revisions, operations fitted behind each other, conflicts, a lock, and a network that fails. */
import { ApiFailure, type AppliedOperations, type EditorApi } from '../../../src/editor/bridge/index.ts'
import { blockTypes } from '../../../src/engines/blocks/index.ts'
import {
  type EmailDocument,
  type Operation,
  applyOperations,
  rebaseOperations,
} from '../../../src/engines/document/index.ts'

const failures = {
  NETWORK_ERROR: ['network', 'Not reached'],
  REVISION_CONFLICT: ['validation', 'Changed since'],
  PLUGIN_AUTH_EXPIRED: ['auth', 'Token expired'],
  LOCKED: ['validation', 'Somebody else edits'],
  INTERNAL: ['server', 'Broken'],
} as const

/** Makes an answer that fails. */
export function failureOf(code: keyof typeof failures, context: Record<string, unknown> = {}): ApiFailure {
  const [errorType, error] = failures[code]
  return new ApiFailure({ error, code, errorType, isRecoverable: true }, context)
}

/** A service that holds one email. */
export class EmailService {
  revision = 1
  document: EmailDocument
  /** What fails next, as often as it stands there. */
  failing: (keyof typeof failures)[] = []
  saves = 0
  readonly #log: { revision: number; before: EmailDocument; operations: Operation[] }[] = []

  constructor(document: EmailDocument) {
    this.document = document
  }

  readonly api = {
    getDocument: async () => ({ document: this.document, revision: this.revision }),
    applyOperations: async (edit: { baseRevision: number; operations: Operation[] }) => this.#apply(edit),
  } as object as EditorApi

  /** Somebody else's change. */
  others(operations: Operation[]): void {
    this.#commit(operations)
  }

  #apply({ baseRevision, operations }: { baseRevision: number; operations: Operation[] }): AppliedOperations {
    const failing = this.failing.shift()
    if (failing !== undefined) throw failureOf(failing)
    this.saves++
    const since = this.#log.filter(({ revision }) => revision > baseRevision)
    const base = since[0]?.before ?? this.document
    const operationsSince = since.flatMap((entry) => entry.operations)
    const rebased = rebaseOperations({ base, since: operationsSince, operations }, blockTypes)
    if ('conflicts' in rebased) throw failureOf('REVISION_CONFLICT', { revision: this.revision, ...rebased })
    if ('issues' in rebased) throw new Error(JSON.stringify(rebased.issues))
    const inverse = this.#commit(rebased.operations)
    return { revision: this.revision, operations: rebased.operations, inverse, operationsSince, savedAt: '' }
  }

  #commit(operations: Operation[]): Operation[] {
    const applied = applyOperations(this.document, operations, blockTypes)
    if ('issues' in applied) throw new Error(JSON.stringify(applied.issues))
    this.revision++
    this.#log.push({ revision: this.revision, before: this.document, operations })
    this.document = applied.document
    return applied.inverse
  }
}
