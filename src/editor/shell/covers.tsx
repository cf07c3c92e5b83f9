import { useLayoutEffect, useEffect, useState, useMemo, useRef } from 'preact/hooks'
import { Tooltips, Toasts, createToaster } from '../../ui/overlays/index.ts'
import { usePlatform } from '../../ui/locale/index.ts'
import type { Editor, SaveState } from '../state/index.ts'
import { saveText } from './saved-line.tsx'
import type { ComponentType } from 'preact'
import { Icon } from '../../ui/icons/index.ts'
import { dragState } from '../drag/index.ts'
import { useSignalEffect, effect } from '@preact/signals'
import type { Platform } from '../../ui/keys.ts'
import { canvasSignal } from '../canvas/index.ts'
import { handleClipboard, keyTargetOf, pressKey, typeKey } from '../commands/index.ts'
import { markListening } from '../startup/early-input.ts'

/** Dialogs, notices, tooltips, the drag preview and the key listeners. */
export function Covers({ editor }: { editor: Editor }) {
  const platform = usePlatform()
  useLayoutEffect(() => listenToKeys(editor, platform), [])
  const title = editor.words.t('app.title')
  useEffect(() => void (document.title = title), [title])
  return (
    <>
      <DialogHost editor={editor} />
      <DragPreview editor={editor} />
      <Notices editor={editor} />
      <Tooltips />
    </>
  )
}

type OpenDialog = ComponentType<{ editor: Editor }>

const dialogs = {
  insert: () => import('../dialogs/insert-dialog.tsx').then(({ InsertDialog }) => InsertDialog),
  image: () => import('../images/choose-image.tsx').then(({ ChooseImage }) => ChooseImage),
  shortcuts: () => import('../dialogs/shortcuts-dialog.tsx').then(({ ShortcutsDialog }) => ShortcutsDialog),
  conflict: () => import('../dialogs/conflict-dialog.tsx').then(({ ConflictDialog }) => ConflictDialog),
} satisfies Record<string, () => Promise<OpenDialog>>

/** The open dialog, as soon as its code is loaded. */
function DialogHost({ editor }: { editor: Editor }) {
  const name = editor.open.value
  const [shown, show] = useState<{ name: string; dialog: OpenDialog } | undefined>(undefined)
  useEffect(() => {
    if (name === undefined || !isOwn(name)) return
    void dialogs[name]().then((dialog) => show({ name, dialog }))
  }, [name])
  if (shown === undefined || shown.name !== name) return null
  const { dialog: Shown } = shown
  return <Shown editor={editor} />
}

function isOwn(name: string): name is keyof typeof dialogs {
  return Object.hasOwn(dialogs, name)
}

/** An icon and a label beside the pointer during a drag. */
function DragPreview({ editor }: { editor: Editor }) {
  const carried = dragState(editor).value
  if (carried === undefined) return null
  const { icon, label, refused, x, y } = carried
  return (
    <div
      class={`carried${refused === undefined ? '' : ' carried-refused'}`}
      style={{ transform: `translate(${x + 12}px, ${y + 12}px)` }}
      aria-hidden="true"
    >
      <Icon d={icon} />
      <span>{refused ?? label}</span>
    </div>
  )
}

/** Announces trouble with saving, and its end. */
function useSavingAnnounced(editor: Editor): void {
  const announced = useRef<SaveState['kind']>('saved')
  useSignalEffect(() => {
    const state = editor.saving.value
    const { kind } = state
    if (kind === announced.current || kind === 'unsaved' || kind === 'saving') return
    announced.current = kind
    editor.announce(saveText(editor, state))
  })
}

/** Screen reader announcements, and toasts for problems. */
function Notices({ editor }: { editor: Editor }) {
  const toaster = useMemo(createToaster, [])
  useSavingAnnounced(editor)
  useSignalEffect(() => {
    const problem = editor.problem.value
    if (problem !== undefined) toaster.show(problem.message, { tone: 'problem' })
  })
  return (
    <>
      <div class="said" role="log" aria-live="polite">
        {editor.announcement.value}
      </div>
      <Toasts toaster={toaster} />
    </>
  )
}

/**
 * Listens to keys and the clipboard in the window and in the frame of the email; returns a function that removes the
 * listeners.
 */
function listenToKeys(editor: Editor, platform: Platform): () => void {
  const stop = new AbortController()
  const listen = { signal: stop.signal }
  const listenTo = (target: Document, isFrame: boolean) => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      const focusTarget = keyTargetOf(event.target, isFrame)
      if (pressKey(editor, event, focusTarget, platform) || typeKey(editor, event, focusTarget)) event.preventDefault()
    }
    const move = (event: ClipboardEvent) => {
      // The text editor handled the paste, and may have closed.
      if (event.defaultPrevented) return
      if (keyTargetOf(event.target, isFrame) !== 'typing' && handleClipboard(editor, event)) event.preventDefault()
    }
    target.addEventListener('keydown', press, listen)
    for (const name of ['copy', 'cut', 'paste'] as const) target.addEventListener(name, move, listen)
    // Safari fires copy and cut without a text selection only if `beforecopy` and `beforecut` are canceled.
    const care = (event: Event) => {
      if (keyTargetOf(event.target, isFrame) !== 'typing' && editor.mode.peek() === 'visual') event.preventDefault()
    }
    for (const name of ['beforecopy', 'beforecut', 'beforepaste']) target.addEventListener(name, care, listen)
  }
  listenTo(document, false)
  const ended = effect(() => {
    const canvas = canvasSignal(editor).value
    if (canvas !== undefined) listenTo(canvas.document, true)
  })
  markListening(editor, 'keys')
  return () => {
    stop.abort()
    ended()
  }
}
