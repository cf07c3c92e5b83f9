import type { ReadonlySignal, Signal } from '@preact/signals'
import type { EmailDocument, NodeId, Operation } from '../../email/document/index.ts'
import type { MailType } from '../../email/lint/index.ts'
import type { EditorApi, EditorConfig, TokenRight } from '../bridge/index.ts'
import type { EditorWords } from '../locale/index.ts'
import type { Change, HistoryState } from './history.ts'
import type { Outline } from './outline.ts'

/** Everything panels, canvas and commands may know and do. */
export interface Editor {
  readonly document: ReadonlySignal<EmailDocument>
  readonly outline: ReadonlySignal<Outline>
  readonly selection: Signal<NodeId | undefined>
  /** What was selected together with `of`; forgotten as soon as something else is selected. */
  readonly together: Signal<{ of: NodeId; ids: readonly NodeId[] } | undefined>
  readonly hovered: Signal<NodeId | undefined>
  /** The block whose text is being typed; the canvas leaves it alone. */
  readonly editing: Signal<NodeId | undefined>
  readonly device: Signal<'desktop' | 'mobile'>
  /** 0.5 to 1.5. */
  readonly zoom: Signal<number>
  /** How the canvas shows the email; the theme of the editor is another thing. */
  readonly scheme: Signal<'light' | 'dark'>
  readonly mode: Signal<'visual' | 'code'>
  readonly readOnly: Signal<boolean>
  /** The session has ended, and nobody here can open another one. */
  readonly ended: Signal<boolean>
  /** True if the person may take locks away, as those do who manage the email. */
  readonly mayUnlock: boolean
  /** True if the person may change only content: texts, links, images, dates; the level `edit_text`. */
  readonly textOnly: Signal<boolean>
  readonly can: ReadonlySet<TokenRight>
  readonly open: Signal<'insert' | 'shortcuts' | 'preview' | 'versions' | 'conflict' | 'saveModule' | undefined>
  /** Where the menu of the selection stands open, in px of the window. */
  readonly menu: Signal<{ left: number; top: number } | undefined>
  readonly rail: Signal<RailTab>
  /** Which side lies over the canvas where there is no space beside it. */
  readonly sheet: Signal<'rail' | 'inspector' | undefined>
  readonly saving: Signal<SaveState>
  /** The last thing that could not be done. */
  readonly problem: Signal<Problem | undefined>
  readonly announcement: ReadonlySignal<string>
  readonly history: ReadonlySignal<HistoryState>
  /** The editor's texts in the person's language. */
  readonly words: EditorWords
  readonly config: EditorConfig
  /** What the email is for, and where it will find its images. */
  readonly purpose: Purpose
  readonly api: EditorApi
  /** Empty until their code is here, right after the first image. */
  readonly commands: Signal<ReadonlyMap<CommandId, Command>>
  /**
   * Changes the document, all or none, and logs it under a label that people read. Changes with the same `key` within a
   * second are one entry. What the document or a lock forbids is notified and not done.
   */
  change(label: string, operations: Operation[], options?: { key?: string; select?: NodeId }): void
  undo(): void
  redo(): void
  /** Keeps what comes next an entry of its own. */
  sealHistory(): void
  /**
   * Takes over a document that others made: nothing of it is saved. Where it holds what was done here, fitted behind what others
   * did, that can still be undone; else the log begins anew.
   */
  receive(document: EmailDocument, options?: { isRebased?: boolean }): void
  /** Hears of every change after it happened; answers how to stop. */
  observe(observer: (change: Change) => void): () => void
  announce(text: string): void
  /** Saves the whole as people request it, and tells the host page. */
  save(): Promise<void>
  run(command: CommandId): void
}

/** The panels of the side of the building blocks. */
export type RailTab = 'blocks' | 'layers' | 'styles' | 'checks'

/** What checks have to know of an email besides what is in it. */
export interface Purpose {
  type: MailType
  /** Precedes addresses that begin with `/cdn/` when the email is sent. */
  cdnUrl: string
}

/** Every command there is; commands/list.ts holds one file for each. */
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

/** Something people can have done by key, button, menu or the host page; one file each in commands/. */
export interface Command {
  id: CommandId
  /** Key of its name in the locale. */
  label: `command.${CommandId}`
  /** The path of its icon, where a button shows it. */
  icon?: string
  /** Shortcuts, the one to show first. */
  keys?: readonly string[]
  /** True if what it switches is on; left out where it switches nothing. */
  isOn?(editor: Editor): boolean
  /** True if it makes sense now. */
  enabled(editor: Editor): boolean
  /** Why it would be refused, as people read it: shown with what is disabled, and told to anyone who tries. */
  refusal?(editor: Editor): string | undefined
  /** Does it. False when the key press shall go on to anyone who else listens. */
  run(editor: Editor): void | false
}

/** How saving stands, as the bar shows it. */
export type SaveState =
  /** `undone`: changes that the service refused, and that were taken back. */
  | { kind: 'saved'; at?: Date; undone?: number }
  | { kind: 'unsaved'; changes: number }
  | { kind: 'saving'; changes: number }
  /** Kept here, and sent when the network is back. */
  | { kind: 'offline'; changes: number }
  /** Kept here, and sent once this window may edit. */
  | { kind: 'waiting'; changes: number }
  /** Others changed the same; someone has to decide. */
  | { kind: 'conflict'; changes: number }
  /** The host page has to give a new token. */
  | { kind: 'signedOut'; changes: number }
  /** The service does not accept the changes; kept here until someone decides. */
  | { kind: 'refused'; changes: number; message: string }
  | { kind: 'failed'; changes: number; message: string }

/** Something that went wrong, for a line that goes away by itself. */
export interface Problem {
  message: string
  /** Tells one from the next with the same words. */
  at: number
}
