/**
 * Publishes the email from the editor. Pending changes are saved first, and nothing is published that this window does not
 * show. No DOM.
 */
import type {
  PluginPublishResponse,
  PluginUnpublishResponse,
  Publication,
  PublishOptions,
} from '../../../sdk/browser/protocol/index.ts'
import { type ApiDocument, ApiFailure } from '../bridge/index.ts'
import { addModules } from '../modules/index.ts'
import { type Saver, saverOf } from '../saving/index.ts'
import type { Editor } from '../state/index.ts'

/** Saves and requests that may follow each other while the user goes on typing. */
const maxTries = 3

/**
 * Saves pending changes, then publishes the draft or schedules it. Rejects with an ApiFailure: the reason that the changes
 * could not be saved, REVISION_CONFLICT if others saved since, which is shown then, or the failure of the service.
 */
export async function publishEmail(
  editor: Editor,
  { note, publishAt }: PublishOptions,
): Promise<PluginPublishResponse> {
  for (let tries = 1; ; tries++) {
    await saveFirst(editor)
    const saver = saverOf(editor)
    const request = { ...(note ? { note } : {}), ...(publishAt === undefined ? {} : { publishAt }) }
    const answered = publishAt === undefined ? await answerOf(editor, saver) : undefined
    if (answered !== undefined) return answered
    const base = saver?.base
    const baseRevision = base?.revision
    try {
      const published = await editor.api.publish({
        ...request,
        ...(baseRevision === undefined ? {} : { baseRevision }),
      })
      editor.publication.value = published.publication
      // The service published exactly the base, as the next revision of it.
      if (published.release.live) saver?.passRevision(published.publication.revision)
      return published
    } catch (error) {
      if (isLost(error) && base !== undefined) unanswered.set(editor, base)
      if (!(error instanceof ApiFailure) || error.code !== 'REVISION_CONFLICT' || saver === undefined) throw error
      const current = await showCurrent(editor, saver)
      const earlier = current && publishAt === undefined ? publishedBefore(current, baseRevision) : undefined
      if (earlier !== undefined) return earlier
      if (current === undefined || tries >= maxTries) throw error
    }
  }
}

/** The bases of attempts whose response was lost: the service may have published them. */
const unanswered = new WeakMap<Editor, Saver['base']>()

function isLost(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'NETWORK_ERROR'
}

/**
 * The response to an attempt that was lost, if the service published it and this window still shows the same. Its revision
 * may be known by now, so that the service would accept a second attempt.
 */
async function answerOf(editor: Editor, saver: Saver | undefined): Promise<PluginPublishResponse | undefined> {
  const base = unanswered.get(editor)
  if (base === undefined || saver === undefined) return undefined
  const current = await showCurrent(editor, saver)
  unanswered.delete(editor)
  const { isEqual } = await import('../saving/fitting.ts')
  const isSame = current !== undefined && isEqual(current.document, base.document)
  return isSame ? publishedBefore(current, base.revision) : undefined
}

/** Publishes an earlier release again, in every window; the draft stays as it is. */
export async function rollBackEmail(editor: Editor, to: number): Promise<PluginPublishResponse> {
  const published = await editor.api.rollBack(to)
  editor.publication.value = published.publication
  return published
}

/** Takes the live release away. */
export async function unpublishEmail(editor: Editor): Promise<PluginUnpublishResponse> {
  const unpublished = await editor.api.unpublish()
  editor.publication.value = unpublished.publication
  return unpublished
}

/** Cancels the release that is scheduled. */
export async function cancelSchedule(editor: Editor, number: number): Promise<void> {
  const { publication } = await editor.api.cancelRelease(number)
  editor.publication.value = publication
}

/** Reads what is published, after others may have changed it. */
export async function refreshPublication(editor: Editor): Promise<void> {
  editor.publication.value = await editor.api.getPublication()
}

/** Saves pending changes. Rejects with the reason that they could not be saved. */
export async function saveFirst(editor: Editor): Promise<void> {
  const saver = saverOf(editor)
  if (saver === undefined) return
  for (let tries = 0; tries < maxTries; tries++) {
    // The first save of an email creates the template that is published.
    await (saver.base.revision === 0 ? editor.save() : saver.flush())
    const { kind } = editor.saving.peek()
    if (kind !== 'unsaved' && kind !== 'saving') break
  }
  const failure = saveFailures[editor.saving.peek().kind]
  if (failure !== undefined) throw new ApiFailure({ ...failure, details: notPublished })
}

const notPublished = 'Changes are not saved yet, so nothing was published. They are kept in the editor.'

/** Others changed the email since this window showed it. */
export const conflict = {
  error: 'The email was changed by others',
  code: 'REVISION_CONFLICT',
  errorType: 'validation',
  isRecoverable: true,
} as const
const locked = { error: 'The email is locked', code: 'LOCKED', errorType: 'validation', isRecoverable: true } as const
const unsaved = {
  error: 'Failed to save template',
  code: 'SAVE_FAILED',
  errorType: 'server',
  isRecoverable: true,
} as const

const saveFailures: Partial<Record<ReturnType<Editor['saving']['peek']>['kind'], typeof unsaved | ApiFailureShape>> = {
  unsaved,
  saving: unsaved,
  offline: {
    error: 'The service cannot be reached',
    code: 'NETWORK_ERROR',
    errorType: 'network',
    isRecoverable: true,
  },
  waiting: locked,
  conflict,
  signedOut: {
    error: 'Plugin authentication expired',
    code: 'PLUGIN_AUTH_EXPIRED',
    errorType: 'auth',
    isRecoverable: true,
  },
  refused: unsaved,
  failed: unsaved,
}

type ApiFailureShape = ConstructorParameters<typeof ApiFailure>[0]

/**
 * The email as it is now, if its content is the one that this window has saved: others may have published it or rolled back
 * meanwhile. Shows what others saved otherwise, and returns undefined.
 */
export async function showCurrent(editor: Editor, saver: Saver): Promise<ApiDocument | undefined> {
  const current = await editor.api.getDocument()
  const { isEqual } = await import('../saving/fitting.ts')
  showPublication(editor, current.publication)
  if (isEqual(current.document, saver.base.document)) {
    saver.passRevision(current.revision)
    return current
  }
  // A save of this window that is still under way is rebased by the next one.
  if (saver.pending > 0) return current
  addModules(editor, current.modules ?? {})
  saver.adopt(current)
  return undefined
}

/** The release of the same draft by the same user: the response to an earlier attempt was lost. */
function publishedBefore(
  { emailId, templateId, publication, userId }: ApiDocument,
  baseRevision: number | undefined,
): PluginPublishResponse | undefined {
  const release = publication?.release
  if (publication === undefined || release == null || templateId === null) return undefined
  const isOwn = release.author.kind === 'plugin_user' && release.author.id === userId && release.restoredFrom === null
  if (!isOwn || release.revision !== baseRevision) return undefined
  return { emailId, templateId, release, publication }
}

/** Shows a publication that came with a document. */
export function showPublication(editor: Editor, publication: Publication | undefined): void {
  if (publication !== undefined) editor.publication.value = publication
}
