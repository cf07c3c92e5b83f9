import type { EditorMethods, EditorNotices, EditorSetup, TokenRights } from '../../../sdk/browser/protocol/index.ts'
import type { EditorApi } from './api.ts'

/** What the editor answers to the SDK; each may be asynchronous. */
export type HostHandlers = {
  [Name in Exclude<keyof EditorMethods, 'refreshSession'>]: (
    ...args: Parameters<EditorMethods[Name]>
  ) => ReturnType<EditorMethods[Name]> | Promise<ReturnType<EditorMethods[Name]>>
}

/** The host page, once it has proved to be one that may embed this editor. */
export interface Host {
  /** The id of the email comes with the document. */
  readonly config: Omit<EditorSetup, 'emailId'>
  readonly api: EditorApi
  /** Answers the SDK from now on, calls that came before included, and reports that the editor is ready. */
  serve(handlers: HostHandlers, rights?: TokenRights): void
  /** The email cannot be opened: fails the calls that wait for it, and reports why. */
  fail(failure: unknown): void
  /** Runs once when the session has ended and nobody here can open another one, with the failure that told so. */
  onSessionEnd(run: (failure: unknown) => void): void
  notify<Event extends keyof EditorNotices>(event: Event, detail: EditorNotices[Event]): void
}

/** The page was opened by itself, or its URL has nothing that opens a session. */
export class NotEmbedded extends Error {}

/** The origins that may embed this page, as its project lists them; `*` for every one. */
export function allowedOrigins(): string[] {
  const listed = document.querySelector<HTMLMetaElement>('meta[name="svc-allowed-origins"]')?.content ?? ''
  return listed.split(' ').filter((origin) => origin !== '')
}
