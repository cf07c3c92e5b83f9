import type { ReadonlySignal, Signal } from '@preact/signals'
import type { EmailDocument, NodeId, Operation } from '../../email/document/index.ts'
import type { MailType } from '../../email/lint/index.ts'
import type { EditorApi, EditorConfig, Publication, Published, TokenRight } from '../bridge/index.ts'
import type { EditorWords } from '../locale/index.ts'
import type { Rejection } from './applying.ts'
import type { Change, HistoryState } from './history.ts'
import type { Outline } from './outline.ts'

/** Shared by panels, canvas and commands. */
export interface ChangeOptions {
  key?: string
  /** Of one movement of the pointer, whose key is its own. */
  isGesture?: boolean
  /** Also allowed while another language is displayed. */
  isTranslation?: boolean
  select?: NodeId
}

export interface Editor {
  readonly document: ReadonlySignal<EmailDocument>
  readonly outline: ReadonlySignal<Outline>
  readonly selection: Signal<NodeId | undefined>
  /** Nodes selected together with `of`; cleared when another node is selected. */
  readonly together: Signal<{ of: NodeId; ids: readonly NodeId[] } | undefined>
  readonly hovered: Signal<NodeId | undefined>
  /** Block whose text is edited; the canvas does not update it. */
  readonly editing: Signal<NodeId | undefined>
  readonly device: Signal<'desktop' | 'mobile'>
  /** 0.5 to 1.5. */
  readonly zoom: Signal<number>
  /** Color scheme of the canvas, not of the editor. */
  readonly scheme: Signal<'light' | 'dark'>
  readonly mode: Signal<'visual' | 'code'>
  readonly viewOnly: Signal<boolean>
  /** Nothing of the email in its own language can be changed, also while another language is displayed. */
  readonly readOnly: ReadonlySignal<boolean>
  /** Language that canvas and preview show; undefined for the email's own. */
  readonly language: Signal<string | undefined>
  /** The session has ended, and no other can be opened here. */
  readonly ended: Signal<boolean>
  /** The user may remove locks. */
  readonly mayUnlock: boolean
  /** The user may change only content (texts, links, images, dates): the access level `edit_text`. */
  readonly textOnly: Signal<boolean>
  readonly can: ReadonlySet<TokenRight>
  readonly open: Signal<
    | 'insert'
    | 'image'
    | 'shortcuts'
    | 'preview'
    | 'versions'
    | 'conflict'
    | 'saveModule'
    | 'publish'
    | 'languages'
    | undefined
  >
  /** Position of the open menu of the selection, in px of the window. */
  readonly menu: Signal<{ left: number; top: number } | undefined>
  readonly rail: Signal<RailTab>
  /** Panel that covers the canvas on narrow windows. */
  readonly sheet: Signal<'rail' | 'inspector' | undefined>
  readonly saving: Signal<SaveState>
  /** Edits of earlier windows that were saved by this one, until the user dismisses the notice. */
  readonly restored: Signal<readonly RestoredEdits[]>
  /** What is published; undefined if the service does not report it. */
  readonly publication: Signal<Publication | undefined>
  /** The last release that the user published here, for the host page. */
  readonly published: Signal<Published | undefined>
  /** Last problem to report. */
  readonly problem: Signal<Problem | undefined>
  readonly announcement: ReadonlySignal<string>
  readonly history: ReadonlySignal<HistoryState>
  /** In the language of the configuration; components that read them follow a change. */
  readonly words: EditorWords
  readonly config: EditorConfig
  /** Type of the email, and the origin of its images. */
  readonly purpose: Purpose
  readonly api: EditorApi
  /** Empty until the code of the commands is loaded, right after the first rendering. */
  readonly commands: Signal<ReadonlyMap<CommandId, Command>>
  /**
   * Applies all operations or none and adds an undo step with this label. Changes with the same `key` within a second
   * are joined, and those of a gesture however long it takes. If the document or a lock rejects them, the user is notified.
   */
  change(label: string, operations: Operation[], options?: ChangeOptions): void
  /**
   * A change of the host page: applied as soon as the code is loaded. Resolves with the reasons of a rejection, of which
   * the user is not notified.
   */
  attempt(label: string, operations: Operation[]): Promise<Rejection | undefined>
  /** Shows another configuration, with the texts of its language. */
  configure(config: EditorConfig, words: EditorWords): void
  undo(): void
  redo(): void
  /** Prevents the next change from being joined to the last undo step. */
  sealHistory(): void
  /**
   * Shows a document that others changed, without saving it. If it contains the rebased changes of this window, they
   * can still be undone; otherwise the history is cleared.
   */
  receive(document: EmailDocument, options?: { isRebased?: boolean }): void
  /** Calls `observer` after each change; returns a function that unsubscribes it. */
  observe(observer: (change: Change) => void): () => void
  announce(text: string): void
  /** Saves the whole document and notifies the host page. */
  save(): Promise<void>
  run(command: CommandId): void
}

export type RailTab = 'blocks' | 'layers' | 'styles' | 'checks'

export interface Purpose {
  type: MailType
  /** Prefix of URLs that begin with `/cdn/` when the email is sent. */
  cdnUrl: string
}

/** Declared in the tables of commands/. */
export type CommandId =
  | 'undo'
  | 'redo'
  | 'save'
  | 'copy'
  | 'cut'
  | 'paste'
  | 'duplicate'
  | 'delete'
  | 'moveUp'
  | 'moveDown'
  | 'moveLeft'
  | 'moveRight'
  | 'selectNext'
  | 'selectPrevious'
  | 'selectLeft'
  | 'selectRight'
  | 'selectFirst'
  | 'selectLast'
  | 'selectParent'
  | 'selectMoreNext'
  | 'selectMorePrevious'
  | 'selectAll'
  | 'edit'
  | 'insert'
  | 'hide'
  | 'lock'
  | 'menu'
  | 'saveModule'
  | 'detach'
  | 'escape'
  | 'nextRegion'
  | 'previousRegion'
  | 'toggleDevice'
  | 'toggleScheme'
  | 'zoomIn'
  | 'zoomOut'
  | 'zoomReset'
  | 'toggleCode'
  | 'nextFinding'
  | 'preview'
  | 'publish'
  | 'shortcuts'

/** A command of keys, buttons, menus or the host page. */
export interface Command {
  id: CommandId
  /** Key of the name in the locale. */
  label: `command.${CommandId}`
  /** The `d` of an icon, for commands that have a button. */
  icon?: string
  /** Shortcuts; the first one is displayed. */
  keys?: readonly string[]
  /** For toggles: true if on. */
  isOn?(editor: Editor): boolean
  /** True if the command applies now. */
  enabled(editor: Editor): boolean
  /** Reason that the command is refused, for menus, tooltips and users who try it. */
  refusal?(editor: Editor): string | undefined
  /** Returns false if other listeners should handle the key press. */
  run(editor: Editor): void | false
}

/** Shown in the bar. */
export type SaveState =
  /** `undone`: number of changes that the service rejected and that were reverted. */
  | { kind: 'saved'; at?: Date; undone?: number }
  | { kind: 'unsaved'; changes: number }
  | { kind: 'saving'; changes: number }
  /** Stored in this browser, sent when the network is back. */
  | { kind: 'offline'; changes: number }
  /** Stored in this browser, sent when this window holds the lock. */
  | { kind: 'waiting'; changes: number }
  /** Others changed the same part; the user has to choose. */
  | { kind: 'conflict'; changes: number }
  /** The host page has to provide a new token. */
  | { kind: 'signedOut'; changes: number }
  /** The service rejects the changes; stored in this browser until the user decides. */
  | { kind: 'refused'; changes: number; message: string }
  | { kind: 'failed'; changes: number; message: string }

/** Stored edits of an earlier window that this one saved. */
export interface RestoredEdits {
  /** Number of operations. */
  count: number
  /** Time of the last edit, in milliseconds since epoch. */
  at: number
  /** The email without the edits and with them. Rejects as the service does. */
  versions(): Promise<{ before: EmailDocument; after: EmailDocument }>
}

export interface Problem {
  message: string
  /** A lock of the document forbids the change. */
  isLocked?: boolean
  /** Distinguishes problems with the same message. */
  at: number
}
