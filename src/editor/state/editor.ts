import { batch, computed, signal } from '@preact/signals'
import type { EmailDocument, NodeId, Operation } from '../../email/document/index.ts'
import type { EditorApi, EditorConfig, Publication, TokenRight } from '../bridge/index.ts'
import type { EditorWords } from '../locale/index.ts'
import type { Applying, DeferredApply, Rejection } from './applying.ts'
import { type Change, type Entry, createHistory } from './history.ts'
import type { ChangeOptions, Command, CommandId, Editor, Purpose, Problem } from './model.ts'
import { outlineOf } from './outline.ts'

export interface EditorDeps {
  document: EmailDocument
  config: EditorConfig
  api: EditorApi
  words: EditorWords
  apply: DeferredApply
  save?: () => Promise<void>
  mayUnlock?: boolean
  textOnly?: boolean
  /** Rights of the token; default: all. */
  can?: readonly TokenRight[]
  publication?: Publication | undefined
  /** Default: no particular type, images on the origin of the editor. */
  purpose?: Purpose
  /** Milliseconds from any fixed point. */
  now?: () => number
}

export function createEditor({
  api,
  apply,
  save = () => Promise.resolve(),
  mayUnlock = false,
  textOnly: isTextOnly = false,
  can = ['upload', 'modules', 'export', 'preview'],
  purpose = { type: 'other', cdnUrl: '' },
  now = () => performance.now(),
  ...start
}: EditorDeps): Editor {
  const config = signal(start.config)
  const words = signal(start.words)
  const document = signal(start.document)
  const selection = signal<NodeId | undefined>(undefined)
  const together = signal<{ of: NodeId; ids: readonly NodeId[] } | undefined>(undefined)
  selection.subscribe((id) => {
    if (together.peek()?.of !== id) together.value = undefined
  })
  const editing = signal<NodeId | undefined>(undefined)
  const problem = signal<Problem | undefined>(undefined)
  const announcement = signal('')
  const viewOnly = signal(start.config.readOnly === true)
  const language = signal<string | undefined>(undefined)
  const readOnly = computed(() => viewOnly.value || language.value !== undefined)
  const textOnly = signal(isTextOnly)
  const publication = signal(start.publication)
  const history = createHistory()
  const commands = signal<ReadonlyMap<CommandId, Command>>(new Map())
  const observers = new Set<(change: Change) => void>()

  function perform(operations: readonly Operation[], source: Change['source'], label: string): Applying {
    const before = document.peek()
    const applied = apply.now?.(before, operations, { mayUnlock, textOnly: textOnly.peek() }) ?? { issues: [] }
    if ('issues' in applied) return applied
    document.value = applied.document
    const known = publication.peek()
    if (known?.release != null && !known.unpublishedChanges) publication.value = { ...known, unpublishedChanges: true }
    for (const observer of observers) observer({ ...applied, before, source, label })
    return applied
  }

  function report({ issues: [first], isBeyondLevel, isLocked }: Rejection): void {
    const message = isBeyondLevel === true ? words.peek().t('level.textOnly') : first?.message
    problem.value = { message: message ?? '', at: now(), isLocked: isLocked === true }
  }

  /** Applies operations and adds an undo step. */
  function changeNow(
    label: string,
    operations: readonly Operation[],
    { isGesture = false, key, select: wanted }: ChangeOptions,
  ): Rejection | undefined {
    return batch(() => {
      const selectedBefore = selection.peek()
      const applied = perform(operations, 'change', label)
      if ('issues' in applied) return applied
      select(wanted ?? selectedBefore)
      const entry: Entry = {
        label,
        key,
        isGesture,
        at: now(),
        undo: applied.inverse,
        redo: applied.operations,
        selectedBefore,
        selectedAfter: selection.peek(),
      }
      history.push(entry)
      return undefined
    })
  }

  function select(id: NodeId | undefined): void {
    const { entries } = outlineOf(document.peek())
    selection.value = id !== undefined && entries.has(id) ? id : undefined
    if (editing.peek() !== undefined && !entries.has(editing.peek() ?? '')) editing.value = undefined
  }

  function replay(side: 'undo' | 'redo'): void {
    if (viewOnly.peek()) return
    const taken = history.take(side)
    if (taken === undefined) return
    const { entry, settle, drop } = taken
    batch(() => {
      const applied = perform(entry[side], side, entry.label)
      if ('issues' in applied) {
        report(applied)
        // Changes of others left nothing to undo.
        return drop()
      }
      settle({ ...entry, [side === 'undo' ? 'redo' : 'undo']: applied.inverse })
      select(side === 'undo' ? entry.selectedBefore : entry.selectedAfter)
    })
  }

  const editor: Editor = {
    document,
    outline: computed(() => outlineOf(document.value)),
    selection,
    together,
    hovered: signal(undefined),
    editing,
    device: signal('desktop'),
    zoom: signal(1),
    scheme: signal('light'),
    mode: signal('visual'),
    viewOnly,
    readOnly,
    language,
    ended: signal(false),
    mayUnlock,
    textOnly,
    can: new Set(can),
    open: signal(undefined),
    menu: signal(undefined),
    rail: signal('blocks'),
    sheet: signal(undefined),
    saving: signal({ kind: 'saved' }),
    restored: signal([]),
    publication,
    published: signal(undefined),
    problem,
    announcement,
    history: history.state,
    get words() {
      return words.value
    },
    get config() {
      return config.value
    },
    purpose,
    api,
    commands,
    change(label, operations, options = {}) {
      if ((options.isTranslation ? viewOnly : readOnly).peek() || operations.length === 0) return
      apply.when(() => {
        const rejected = changeNow(label, operations, options)
        if (rejected !== undefined) report(rejected)
      })
    },
    attempt: (label, operations) =>
      new Promise((resolve) => {
        apply.when(() => resolve(operations.length === 0 ? undefined : changeNow(label, operations, {})))
      }),
    configure(nextConfig, nextWords) {
      batch(() => {
        config.value = nextConfig
        words.value = nextWords
      })
    },
    undo: () => replay('undo'),
    redo: () => replay('redo'),
    sealHistory: () => history.seal(),
    receive(received, { isRebased = false } = {}) {
      batch(() => {
        const before = document.peek()
        document.value = received
        if (!isRebased) history.clear()
        select(selection.peek())
        for (const observer of observers)
          observer({ document: received, before, operations: [], source: 'received', label: '' })
      })
    },
    observe(observer) {
      observers.add(observer)
      return () => observers.delete(observer)
    },
    announce(text) {
      // A screen reader repeats a message only if its text differs.
      announcement.value = announcement.peek() === text ? `${text}\u00a0` : text
    },
    save,
    run(id) {
      const command = commands.peek().get(id)
      if (command?.enabled(editor)) command.run(editor)
    },
  }
  return editor
}
