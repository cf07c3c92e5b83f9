import { findEditorUrl } from '../base-url.ts'
import { type LiveConfig, type PluginConfig, readConfig, readUpdate } from '../config.ts'
import { SvcError } from '../errors.ts'
import { type Events, type Listener, type SvcEvents, createEvents, eventNames } from '../events.ts'
import {
  type Channel,
  type CompileResponse,
  type Device,
  type EditorMethods,
  type EditorMode,
  type EditorModeResponse,
  type EditorNotices,
  type ExportFormat,
  type MergeTag,
  type PluginApiResponse,
  type PluginExportResponse,
  type PluginPublishResponse,
  type PluginReviewResponse,
  type PluginSaveResponse,
  type PluginUnpublishResponse,
  type PreviewResponse,
  type Publication,
  type PublishOptions,
  type ReviewChoice,
  type ReviewDecision,
  type ReviewRequest,
  type SessionRefreshResponse,
  type Started,
  type Theme,
  type UndoRedoState,
  type VersionHistoryResponse,
  failureOf,
  invalidArgs,
  listOf,
  readArgs,
  parameters,
  parametersOf,
  readFailure,
  readHostImage,
  messageOf,
  refusalOfCall,
} from '../protocol/index.ts'
import { type Connecting, connect } from './connect.ts'
import { createErrorPage, titleIn } from './error-page.ts'
import { type Frame, findContainer, placeFrame } from './frame.ts'

/**
 * One editor in a container of the page (interface 4.6). Every promise rejects with an SvcError, which the `error`
 * event also reports. Invalid arguments are INVALID_ARGS.
 */
export interface Svc extends Pick<Events, 'on' | 'off' | 'once'> {
  /** Opens a session and the editor in its container; INVALID_CONFIG if that has another editor. */
  init(config: PluginConfig): Promise<void>
  getHtml(): Promise<PluginApiResponse>
  /** Replaces the email. */
  setHtml(html: string, css: string): Promise<void>
  /**
   * Beyond the interface: replaces the email by a document of the API, as one undo step. DOCUMENT_INVALID with `issues`,
   * PERMISSION_DENIED, or CONTENT_LOCKED.
   */
  setDocument(document: object): Promise<void>
  /** Beyond the interface: applies operations of the API to the shown document, all or none, as one undo step. */
  applyOperations(operations: readonly object[]): Promise<void>
  /**
   * Beyond the interface: changes members of the configuration in the open editor; undefined restores the default.
   * INVALID_CONFIG names a member that cannot change.
   */
  update(options: LiveConfig): Promise<void>
  /** Beyond the interface: replaces the merge tags of the picker. */
  setMergeTags(mergeTags: readonly MergeTag[]): Promise<void>
  save(): Promise<PluginSaveResponse>
  /** A temporary URL of the file; INVALID_FORMAT for any other format. */
  export(format: ExportFormat): Promise<PluginExportResponse>
  compile(): Promise<CompileResponse>
  preview(device?: Device, options?: { recipient?: string }): Promise<PreviewResponse>
  refreshSession(): Promise<SessionRefreshResponse>
  undo(): Promise<UndoRedoState>
  redo(): Promise<UndoRedoState>
  setMode(mode: EditorMode): Promise<void>
  getMode(): Promise<EditorModeResponse>
  toggleVersionHistory(): Promise<VersionHistoryResponse>
  /** Beyond the interface: makes the email read-only or editable. */
  setReadOnly(readOnly: boolean): Promise<void>
  /** Beyond the interface: changes the theme of the open editor. */
  setTheme(theme: Theme): Promise<void>
  /** Beyond the interface: the document as in the API, and what is published of it. */
  getDocument(): Promise<EditedDocument>
  /**
   * Beyond the interface: saves pending changes and publishes the draft, or schedules it. Fails if they cannot be saved, and
   * with PERMISSION_DENIED below the level `publish`.
   */
  publish(options?: PublishOptions): Promise<PluginPublishResponse>
  /** Beyond the interface: takes the live release away, and a scheduled one. */
  unpublish(): Promise<PluginUnpublishResponse>
  /** Beyond the interface: saves pending changes and requests an approval of the draft, in place of a pending request. */
  requestReview(options?: ReviewRequest): Promise<PluginReviewResponse>
  /** Beyond the interface: withdraws a pending request. */
  withdrawReview(options?: ReviewChoice): Promise<PluginReviewResponse>
  /** Beyond the interface: OWN_REVIEW for the requester, REVIEW_STALE if the draft was changed since. */
  approve(options?: ReviewDecision): Promise<PluginReviewResponse>
  /** Beyond the interface: OWN_REVIEW for the requester. */
  reject(options?: ReviewDecision): Promise<PluginReviewResponse>
  isInitialized(): boolean
  /**
   * Removes the frame and all listeners, and rejects pending calls. Unsaved changes are sent first, from a hidden frame;
   * resolves when they are saved, or kept in the browser.
   */
  destroy(): Promise<void>
}

/** The document. Its `publication` is not enumerable: the document can be sent to the API as it is. */
export interface EditedDocument {
  readonly publication: Publication
  meta: Record<string, unknown>
  rows: { id: string; [member: string]: unknown }[]
  [member: string]: unknown
}

/** Methods that only pass their arguments on: these, and those with parameters. */
const bareMethods = ['getHtml', 'compile', 'refreshSession', 'undo', 'redo', 'getMode', 'toggleVersionHistory'] as const

type PassedMethods = Pick<Svc, (typeof bareMethods)[number] | keyof typeof parameters>

/** Methods that wait for an `init` in progress, in the order of the calls. */
const waitingMethods: readonly string[] = ['setDocument', 'applyOperations', 'update']

interface Open {
  config: PluginConfig
  frame: Frame
  connecting: Connecting
  channel?: Channel
  isUp: boolean
  /** Settles when `init` does. */
  started: PromiseWithResolvers<void>
  /** The editor has changes that are not saved. */
  isDirty?: boolean
}

/** An SDK without an editor yet. A page may have several, each in its own container. */
export function createSvc(): Svc {
  let events = createEvents()
  let open: Open | undefined

  /** Emits `error` and returns the error to throw. */
  function failed(thrown: unknown): SvcError {
    const error = thrown instanceof SvcError ? thrown : new SvcError(readFailure(thrown, 'INTERNAL'))
    events.emit('error', error.toJSON())
    return error
  }

  async function call<Name extends keyof EditorMethods>(
    name: Name,
    args?: Parameters<EditorMethods[Name]>[0],
  ): Promise<ReturnType<EditorMethods[Name]>> {
    try {
      const mine = open
      if (mine && !mine.isUp && waitingMethods.includes(name)) await mine.started.promise
      if (!mine?.isUp || mine !== open) throw failureOf('NOT_INITIALIZED')
      const read = readArgs(name, Object(args))
      if (!read && parametersOf(name).length) throw refusalOfCall(name)
      return (await mine.channel?.call(name, read)) as ReturnType<EditorMethods[Name]>
    } catch (thrown) {
      throw failed(thrown)
    }
  }

  function close(closing = open): void {
    const reason = failureOf('NOT_INITIALIZED', 'The editor was destroyed.')
    if (closing === open) open = undefined
    closing?.started.resolve()
    closing?.connecting.stop(reason)
    closing?.channel?.close(reason)
    closing?.frame.remove()
  }

  function init(config: PluginConfig): Promise<void> {
    return start(config).catch((thrown: unknown) => {
      throw failed(thrown)
    })
  }

  /** The frame explains the failure if it is connected, otherwise a page of the SDK, or that of the host instead. */
  function explain(mine: Open, thrown: unknown): void {
    const { channel, config, frame } = mine
    const retry = () => init(config)
    const failure = readFailure(thrown, 'INTERNAL')
    mine.isUp = false
    mine.started.resolve()
    frame.release()
    if (config.errorPage) frame.show(config.errorPage(failure, retry))
    else if (!channel) frame.show(createErrorPage(failure, retry, config))
  }

  async function start(config: PluginConfig): Promise<void> {
    const setup = readConfig(config)
    const url = findEditorUrl(config)
    // Before the current editor is removed: an invalid configuration changes nothing.
    findContainer(config.container, open?.frame.element)
    close()
    const container = findContainer(config.container, undefined)
    const { session } = config
    const nonce = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
    const { pluginId, theme, locale } = setup
    for (const [name, value] of Object.entries({ pluginId, theme, locale })) url.searchParams.set(name, value)
    url.hash = `n=${nonce}`

    let early: unknown
    const { emit: notify } = events
    const frame = placeFrame(url.href, setup, container)
    const receiving = {
      answer: (name: string, args: unknown) => answer(mine.config, name, args),
      emit(event: string, detail: unknown) {
        // `initialized` is guaranteed to come before `ready`.
        if (event === 'change') mine.isDirty = (detail as EditorNotices['change']).dirty
        if (event === 'ready' && !mine.isUp) early = detail
        // The user pressed the button of the page that explains the failure.
        else if (event === 'retry') void init(mine.config).catch(() => undefined)
        else if (event === 'failed') {
          if (mine.config.errorPage) explain(mine, detail)
        } else notify(event as 'ready', detail as EditorNotices['ready'])
      },
    }
    const mine: Open = {
      config,
      frame,
      connecting: connect(frame.element, { nonce, receiving }),
      isUp: false,
      started: Promise.withResolvers(),
    }
    open = mine
    try {
      mine.channel = await mine.connecting.channel
      const started = (await mine.channel.call('start', { setup, session: session ?? undefined })) as Started
      mine.isUp = true
      mine.started.resolve()
      // Calls that waited are sent before those of listeners.
      await mine.started.promise
      if (open !== mine) throw failureOf('NOT_INITIALIZED', 'The editor was destroyed.')
      notify('initialized', { sessionId: started.sessionId, pluginId })
      if (early !== undefined) notify('ready', early as EditorNotices['ready'])
    } catch (thrown) {
      if (open === mine) explain(mine, thrown)
      throw thrown
    }
  }

  async function update(options: LiveConfig): Promise<void> {
    let read: Record<string, unknown> = {}
    if (open)
      try {
        read = readUpdate(open.config, options)
        open.config = { ...open.config, ...options }
        open.frame.element.title = titleIn(open.config.locale)
      } catch (thrown) {
        throw failed(thrown)
      }
    await call('update', { options: read })
  }

  const passed = {} as PassedMethods
  for (const name of [...bareMethods, ...(Object.keys(parameters) as (keyof typeof parameters)[])])
    passed[name] = ((...args: unknown[]) =>
      call(
        name,
        Object.fromEntries(parametersOf(name).map(([parameter], at) => [parameter, args[at]])) as never,
      )) as never

  return {
    init,
    ...passed,
    update,
    setMergeTags: (mergeTags) => update({ mergeTags }),
    async save() {
      const saved: PluginSaveResponse & { revision?: number } = await call('save')
      // A repeated save answers with the revision too, which is not part of the interface.
      delete saved.revision
      events.emit('save', saved)
      return saved
    },
    async export(format) {
      const exported = await call('export', { format })
      events.emit('exported', { format, downloadUrl: exported.downloadUrl })
      return exported
    },
    preview: (device = 'desktop', { recipient } = {}) => call('preview', { device, recipient }),
    async getDocument() {
      const { publication, ...document } = await call('getDocument', { publication: true })
      return Object.defineProperty(document, 'publication', { value: publication }) as EditedDocument
    },
    async publish(options) {
      const published = await call('publish', options)
      // A scheduled release is not live yet.
      if (published.release.live) events.emit('published', published)
      return published
    },
    async unpublish() {
      const unpublished = await call('unpublish')
      events.emit('unpublished', unpublished)
      return unpublished
    },
    requestReview: (options) => call('requestReview', options),
    withdrawReview: (options) => call('withdrawReview', options),
    approve: (options) => call('approve', options),
    reject: (options) => call('reject', options),
    isInitialized: () => open?.isUp === true,
    async destroy() {
      const closing = open
      if (closing === undefined) return void failed(failureOf('NOT_INITIALIZED'))
      const { emit } = events
      // Listeners added from here on belong to the next editor.
      events = createEvents()
      // A frame that the page has removed cannot answer; it saved as it unloaded.
      if (closing.isDirty && closing.frame.element.isConnected) {
        open = undefined
        closing.frame.hide()
        await closing.channel?.call('flush').catch(() => undefined)
      }
      close(closing)
      emit('destroyed', {})
    },
    on: listening('on'),
    off: listening('off'),
    once: listening('once'),
  }

  /** Throws at once, because a listener of an unknown event would never be called. */
  function listening(method: 'on' | 'off' | 'once') {
    return <Event extends keyof SvcEvents>(event: Event, callback: Listener<Event>): void => {
      if (!eventNames.includes(event)) throw failed(invalidArgs(`event must be ${listOf(eventNames)}`))
      if (typeof callback !== 'function') throw failed(invalidArgs('callback must be a function'))
      events[method](event, callback)
    }
  }
}

/** Responds to a call of the editor. */
async function answer(config: PluginConfig, name: string, args: unknown): Promise<unknown> {
  const { pickImage, pickLink, uploadImage } = config
  if (name === 'getAuthToken') return tokenOf(config.getAuthToken)
  if (name === 'uploadImage' && uploadImage) return imageOf(name, () => uploadImage((args as { file: File }).file))
  if (name === 'pickLink' && pickLink) return linkOf(() => pickLink(args as { type: string; href?: string }))
  if (name !== 'pickImage' || !pickImage) throw refusalOfCall(name)
  return imageOf(name, () => pickImage(args as { url?: string }))
}

async function linkOf(choose: () => Promise<unknown>): Promise<unknown> {
  const chosen = await chosenBy(choose)
  if (chosen == null) return null
  const { href } = Object(chosen) as { href?: unknown }
  if (typeof href !== 'string' || !href.trim()) throw failureOf('INVALID_CONFIG', 'pickLink must return { href }.')
  return { href }
}

/** A failure is shown to the user by the editor. */
async function chosenBy(choose: () => Promise<unknown>): Promise<unknown> {
  try {
    return await choose()
  } catch (error) {
    throw failureOf('INVALID_CONFIG', messageOf(error))
  }
}

async function imageOf(name: string, choose: () => Promise<unknown>): Promise<unknown> {
  const chosen = await chosenBy(choose)
  if (name === 'pickImage' && (chosen == null || chosen === 'library')) return chosen ?? null
  const image = readHostImage(chosen)
  if (!image) throw failureOf('INVALID_CONFIG', `${name} must return { url, alt } with an http or https URL.`)
  return image
}

async function tokenOf(getAuthToken: PluginConfig['getAuthToken']): Promise<string> {
  let token: unknown
  try {
    token = await getAuthToken()
  } catch (error) {
    throw failureOf('TOKEN_UNAVAILABLE', `getAuthToken failed: ${messageOf(error)}`)
  }
  // Refuses tokens that no header can hold.
  if (typeof token === 'string' && /^\s*[!-~]+\s*$/.test(token)) return token.trim()
  throw failureOf('TOKEN_UNAVAILABLE', 'getAuthToken must return the token as an ASCII string without spaces.')
}
