/** What the editor saves to, in memory: revisions, operations fitted behind each other, conflicts, a lock, and a network that fails. */
import {
  type ApiDocument,
  ApiFailure,
  type AppliedOperations,
  type EditorApi,
} from '../../../src/editor/bridge/index.ts'
import type { OperationsEdit } from '../../../src/editor/bridge/api.ts'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import {
  type EmailDocument,
  type Operation,
  applyOperations,
  findNonTextChanges,
  operationsBetween,
} from '../../../src/email/document/index.ts'
import type { SavedEdit, SentEdit } from '../../../src/surfaces/templates/template/index.ts'
import { type EditIdentity, rebaseEdit, sentEdits } from '../../../src/surfaces/templates/editing/rebase-edit.ts'

const failures = {
  NETWORK_ERROR: ['network', 'Not reached'],
  REVISION_CONFLICT: ['validation', 'Changed since'],
  PLUGIN_AUTH_EXPIRED: ['auth', 'Token expired'],
  LOCKED: ['validation', 'Somebody else edits'],
  INTERNAL: ['server', 'Broken'],
  PERMISSION_DENIED: ['auth', 'Permission denied'],
  DOCUMENT_INVALID: ['validation', 'The email document is not valid'],
  DOCUMENT_TOO_LARGE: ['validation', 'The email document is too large'],
  VERSION_NOT_FOUND: ['validation', 'Version not found'],
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
  /** Requests that are applied, and whose response does not arrive. */
  losing = 0
  saves = 0
  /** Of the user of the editor; others may do everything. */
  access: ApiDocument['access'] = 'edit'
  readonly #log: (SavedEdit & { before: EmailDocument })[] = []

  constructor(document: EmailDocument) {
    this.document = document
  }

  readonly api = {
    getDocument: async () => ({ document: this.document, revision: this.revision, access: this.access }),
    getRevision: async (revision: number) => ({ revision, document: this.#at(revision) }),
    applyOperations: async (edit: OperationsEdit) => {
      const applied = this.#apply(edit)
      if (this.losing === 0) return applied
      this.losing--
      throw failureOf('NETWORK_ERROR')
    },
  } as object as EditorApi

  /** Someone else's change. */
  others(operations: Operation[]): void {
    this.#commit(operations, [])
  }

  #at(revision: number): EmailDocument {
    return this.#log.find((edit) => edit.revision > revision)?.before ?? this.document
  }

  #apply({ baseRevision, operations, editId, previous = [] }: OperationsEdit): AppliedOperations {
    const failing = this.failing.shift()
    if (failing !== undefined) throw failureOf(failing)
    this.saves++
    if (this.access === 'view') throw failureOf('PERMISSION_DENIED')
    const edits = this.#log.filter(({ revision }) => revision > baseRevision)
    const identity: EditIdentity | undefined = editId === undefined ? undefined : { editId, previous }
    const rebased = rebaseEdit({ base: this.#at(baseRevision), edits, operations, identity })
    if ('repeated' in rebased) {
      const { before: _, ...saved } = edits[rebased.repeated] as (typeof edits)[number]
      return responseOf(saved, edits.slice(0, rebased.repeated))
    }
    if ('conflicts' in rebased) throw failureOf('REVISION_CONFLICT', { revision: this.revision, ...rebased })
    if ('issues' in rebased) throw failureOf('DOCUMENT_INVALID', rebased)
    const sent = identity === undefined ? [] : sentEdits(identity, operations)
    return responseOf(this.#commit(rebased.operations, sent, this.access), edits)
  }

  #commit(operations: Operation[], sent: SentEdit[], access = 'manage'): SavedEdit {
    const before = this.document
    const applied = applyOperations(before, operations, blockTypes)
    if ('issues' in applied) throw failureOf('DOCUMENT_INVALID', applied)
    const { document } = applied
    if (access === 'edit_text' && findNonTextChanges(before, document, blockTypes).length > 0)
      throw failureOf('PERMISSION_DENIED')
    // As the service records it: canonical, whatever was sent.
    const [canonical, inverse] = [operationsBetween(before, document), operationsBetween(document, before)]
    const edit = { revision: this.revision + 1, operations: canonical, inverse, sent }
    if (canonical.length === 0) return { ...edit, revision: this.revision }
    this.revision++
    this.document = document
    this.#log.push({ ...edit, before })
    return edit
  }
}

function responseOf({ revision, operations, inverse, sent }: SavedEdit, before: readonly SavedEdit[]) {
  return {
    revision,
    operations: [...operations],
    inverse: [...inverse],
    operationsSince: before.flatMap((edit) => [...edit.operations]),
    operationsCovered: sent.reduce((sum, each) => sum + (each.operations ?? 0), 0),
    editIds: sent.map(({ editId }) => editId),
    savedAt: '2026-11-22T12:00:00.000Z',
  }
}
