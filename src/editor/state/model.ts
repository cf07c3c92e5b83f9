import type { ReadonlySignal, Signal } from '@preact/signals'
import type { EmailDocument, NodeId, Operation } from '../../email/document/index.ts'
import type { MailType } from '../../email/lint/index.ts'
import type { EditorApi, EditorConfig, TokenRight } from '../bridge/index.ts'
import type { EditorWords } from '../locale/index.ts'
import type { Change, HistoryState } from './history.ts'
import type { Outline } from './outline.ts'

/** Everything that panels, canvas and commands use. */
export interface Editor {
  readonly document: ReadonlySignal<EmailDocument>
  readonly outline: ReadonlySignal<Outline>
  readonly selection: Signal<NodeId | undefined>
  /** The nodes selected together with `of`; cleared when another node is selected. */
  readonly together: Signal<{ of: NodeId; ids: readonly NodeId[] } | undefined>
  readonly hovered: Signal<NodeId | undefined>
  /** The block whose text is edited; the canvas does not update it. */
  readonly editing: Signal<NodeId | undefined>
  readonly device: Signal<'desktop' | 'mobile'>
  /** 0.5 to 1.5. */
  readonly zoom: Signal<number>
  /** The color scheme of the canvas, not of the editor. */
  readonly scheme: Signal<'light' | 'dark'>
  readonly mode: Signal<'visual' | 'code'>
  readonly readOnly: Signal<boolean>
  /** The session has ended, and no other can be opened here. */
  readonly ended: Signal<boolean>
  /** True if the user may remove locks. */
  readonly mayUnlock: boolean
  /** True if the user may change content only (texts, links, images, dates): the access level `edit_text`. */
  readonly textOnly: Signal<boolean>
  readonly can: ReadonlySet<TokenRight>
  readonly open: Signal<'insert' | 'shortcuts' | 'preview' | 'versions' | 'conflict' | 'saveModule' | undefined>
  /** Position of the open menu of the selection, in px of the window. */
  readonly menu: Signal<{ left: number; top: number } | undefined>
  readonly rail: Signal<RailTab>
  /** The panel that covers the canvas on narrow windows. */
  readonly sheet: Signal<'rail' | 'inspector' | undefined>
  readonly saving: Signal<SaveState>
  /** The last problem to report. */
  readonly problem: Signal<Problem | undefined>
  readonly announcement: ReadonlySignal<string>
  readonly history: ReadonlySignal<HistoryState>
  readonly words: EditorWords
  readonly config: EditorConfig
  /** The type of the email, and where its images are. */
  readonly purpose: Purpose
  readonly api: EditorApi
  /** Empty until the code of the commands is loaded, right after the first rendering. */
  readonly commands: Signal<ReadonlyMap<CommandId, Command>>
  /**
   * Applies all operations or none and adds an undo step with this label. Changes with the same `key` within a second
   * join. If the document or a lock refuses them, the user is notified.
   */
  change(label: string, operations: Operation[], options?: { key?: string; select?: NodeId }): void
  undo(): void
  redo(): void
  /** Keeps the next change from joining the last undo step. */
  sealHistory(): void
  /**
   * Shows a document that others changed, without saving it. If it contains the changes of this window rebased, they
   * can still be undone; else the history is cleared.
   */
  receive(document: EmailDocument, options?: { isRebased?: boolean }): void
  /** Calls back after each change; returns how to stop. */
  observe(observer: (change: Change) => void): () => void
  announce(text: string): void
  /** Saves the whole document and notifies the host page. */
  save(): Promise<void>
  run(command: CommandId): void
}

/** Tabs of the rail. */
export type RailTab = 'blocks' | 'layers' | 'styles' | 'checks'

/** What checks need besides the document. */
export interface Purpose {
  type: MailType
  /** Prefix of URLs that begin with `/cdn/` when the email is sent. */
  cdnUrl: string
}

/** The commands, declared in the tables of commands/. */
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
  /** For toggles: true if it is on. */
  isOn?(editor: Editor): boolean
  /** True if the command applies now. */
  enabled(editor: Editor): boolean
  /** Why the command is refused, for menus, tooltips and users who try it. */
  refusal?(editor: Editor): string | undefined
  /** Returns false if the key press should be handled by others. */
  run(editor: Editor): void | false
}

/** The save state that the bar shows. */
export type SaveState =
  /** `undone`: number of changes that the service refused and that were reverted. */
  | { kind: 'saved'; at?: Date; undone?: number }
  | { kind: 'unsaved'; changes: number }
  | { kind: 'saving'; changes: number }
  /** Stored here, sent when the network is back. */
  | { kind: 'offline'; changes: number }
  /** Stored here, sent when this window holds the lock. */
  | { kind: 'waiting'; changes: number }
  /** Others changed the same; the user has to choose. */
  | { kind: 'conflict'; changes: number }
  /** The host page has to provide a new token. */
  | { kind: 'signedOut'; changes: number }
  /** The service does not accept the changes; stored here until the user decides. */
  | { kind: 'refused'; changes: number; message: string }
  | { kind: 'failed'; changes: number; message: string }

/** A problem for a toast. */
export interface Problem {
  message: string
  /** Distinguishes problems with the same message. */
  at: number
}
