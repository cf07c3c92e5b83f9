import { effect, untracked, useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import type { Canvas } from '../canvas/index.ts'
import { goToSettings } from '../commands/index.ts'
import { type PanelWords, loadPanelWords } from '../locale/panels/index.ts'
import { type TextWords, loadTextWords } from '../locale/text/index.ts'
import type { Editor } from '../state/index.ts'
import { consumeStart, onStart, startTyping } from '../typing/index.ts'
import { keyEventOf, pressWaiting } from './caret.ts'
import { typingOf, type Session } from './context.ts'
import { LinkPopover } from './link-popover.tsx'
import { openSession } from './session.ts'
import { Suggestions } from './suggestions.tsx'
import { TagPopover } from './tag-popover.tsx'

/** Edits the text of `editor.editing`, with the popovers at the caret: suggestions, link, merge field. */
export function Typing({ editor, canvas }: { editor: Editor; canvas: Canvas }) {
  const texts = useSignal<{ words: TextWords; panelWords: PanelWords } | undefined>(undefined)
  const { locale } = editor.config
  useLayoutEffect(() => {
    let isOver = false
    let stop = () => undefined as void
    void Promise.all([loadTextWords(locale), loadPanelWords(locale)]).then(([words, panelWords]) => {
      if (isOver) return
      texts.value = { words, panelWords }
      stop = follow(editor, canvas, { words, panelWords })
    })
    return () => {
      isOver = true
      stop()
    }
  }, [locale])
  const typing = typingOf(editor).value
  if (typing === undefined) return null
  const { session } = typing
  const parts = { editor, canvas, ...typing }
  return (
    <>
      {session.openTag.value === undefined ? <Suggestions {...parts} /> : <TagPopover {...parts} />}
      {session.isLinking.value ? <LinkPopover {...parts} /> : null}
    </>
  )
}

/** Opens and closes sessions when `editor.editing` changes; returns a function that unsubscribes. */
function follow(editor: Editor, canvas: Canvas, texts: { words: TextWords; panelWords: PanelWords }): () => void {
  const typing = typingOf(editor)
  const show = (session: Session | undefined) => {
    typing.value = session === undefined ? undefined : { session, ...texts }
    if (session === undefined) editor.editing.value = undefined
  }
  /** Presses keys that waited. If one leads to another block, the others wait for its text, or are of the email. */
  const pressAll = (keys: readonly string[] = []) => {
    for (const [index, key] of keys.entries()) {
      const [session, id] = [typing.peek()?.session, editor.editing.peek()]
      if (id === undefined) canvas.document.dispatchEvent(keyEventOf(key))
      else if (session?.id === id) pressWaiting(session.view, key)
      else return startTyping(editor, { id, keys: keys.slice(index) })
    }
  }
  const stops = [
    onStart(editor, (start) => {
      if (typing.peek()?.session.id !== start.id) return false
      typing.peek()?.session.view.focus()
      pressAll(start.keys)
      return true
    }),
    effect(() => {
      const id = editor.editing.value
      if (typing.peek()?.session.id === id) return
      leave(typing.peek()?.session)
      typing.value = undefined
      if (id === undefined) return
      const start = consumeStart(editor, id)
      const session = openSession({ editor, canvas, words: texts.words, id, onMove: show }, start)
      if (session !== undefined) {
        show(session)
        return untracked(() => pressAll(start.keys))
      }
      editor.editing.value = undefined
      editor.sheet.value = 'inspector'
      goToSettings()
    }),
    effect(() => {
      const [id, selected] = [editor.editing.value, editor.selection.value]
      if ((id !== undefined && id !== selected) || editor.readOnly.value) editor.editing.value = undefined
    }),
  ]
  let wasOpen = false
  stops.push(
    effect(() => {
      const isOpen = editor.open.value !== undefined
      // The frame does not regain the focus from a dialog by itself.
      if (wasOpen && !isOpen) queueMicrotask(() => typing.peek()?.session.view.focus())
      wasOpen = isOpen
    }),
  )
  function leave(session: Session | undefined): void {
    if (session === undefined) return
    const hadFocus = session.view.hasFocus()
    session.stop()
    // Keys are handled by the region that contains the frame.
    if (hadFocus) canvas.frame.closest<HTMLElement>('[role="application"]')?.focus({ preventScroll: true })
  }
  return () => {
    for (const stop of stops) stop()
    leave(typing.peek()?.session)
    typing.value = undefined
  }
}
