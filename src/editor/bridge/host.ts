import type { EditorMethods, EditorNotices, EditorSetup, TokenRights } from '../../../sdk/browser/protocol/index.ts'
import type { EditorApi } from './api.ts'

/** Methods that the editor provides to the SDK; each may be asynchronous. */
export type HostHandlers = {
  [Name in Exclude<keyof EditorMethods, 'refreshSession'>]: (
    ...args: Parameters<EditorMethods[Name]>
  ) => ReturnType<EditorMethods[Name]> | Promise<ReturnType<EditorMethods[Name]>>
}

/** The host page, after its origin was verified. */
export interface Host {
  /** Without the id of the email, which is in the document. */
  readonly config: Omit<EditorSetup, 'emailId'>
  readonly api: EditorApi
  /** Responds to calls of the SDK, including earlier ones, and reports that the editor is ready. */
  serve(handlers: HostHandlers, rights?: TokenRights): void
  /** The email cannot be opened: rejects pending calls and reports the failure. */
  fail(failure: unknown): void
  /** Has the host page open the email again; undefined if it cannot. */
  retry?(): void
  /** Called once, with the failure, when the session has ended and no other can be opened. */
  onSessionEnd(run: (failure: unknown) => void): void
  notify<Event extends keyof EditorNotices>(event: Event, detail: EditorNotices[Event]): void
}

/** The email could not be opened; `failure` is the reason. */
export class OpeningFailed extends Error {
  readonly failure: unknown
  /** Has the host page open the email again; undefined if it cannot. */
  readonly retry: (() => void) | undefined

  constructor(failure: unknown, retry: (() => void) | undefined) {
    super(String((Object(failure) as { message?: unknown }).message))
    this.failure = failure
    this.retry = retry
  }
}

/** The page was opened outside of a frame, or its URL opens no session. */
export class NotEmbedded extends Error {}

/** Origins that the project allows to embed this page; `*` allows all. */
export function allowedOrigins(): string[] {
  const listed = document.querySelector<HTMLMetaElement>('meta[name="svc-allowed-origins"]')?.content ?? ''
  return listed.split(' ').filter((origin) => origin !== '')
}
