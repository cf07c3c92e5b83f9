import { signal } from '@preact/signals'
import type { Node as TextNode } from 'prosemirror-model'
import { EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { blockTypes } from '../../email/blocks/index.ts'
import { type Node, type NodeId, type RichText, isEqual } from '../../email/document/index.ts'
import { renderAfterFrame } from '../../ui/rendering.ts'
import { translateDefaults, nameOf } from '../actions/index.ts'
import type { Canvas } from '../canvas/index.ts'
import type { TextWords } from '../locale/text/index.ts'
import { type Change, type Editor, outlineOf } from '../state/index.ts'
import { openHost } from './host.ts'
import { placeCaret, selectWhole } from './caret.ts'
import type { CaretAt, Session, TypingContext } from './context.ts'
import { copyText } from './copy.ts'
import { pluginsFor } from './keys.ts'
import { docToLine, docToRich, lineToDoc, richToDoc } from './mapping.ts'
import { pasteInto } from './paste.ts'
import { type Start, type TextTarget, positionsOf, propsWith, valueAt } from '../typing/index.ts'
import { tagView } from './tag-view.ts'

export interface SessionDeps {
  editor: Editor
  canvas: Canvas
  words: TextWords
  id: NodeId
  /** Called with the next session in the same block. */
  onMove(next: Session | undefined): void
}

interface InitialDocument {
  target: TextTarget
  start: Start
  at?: CaretAt | undefined
  keepFocus?: boolean
}

/** Starts editing a text of the block; undefined if none can be edited on the canvas. */
export function openSession(parts: SessionDeps, start: Start): Session | undefined {
  const cell = parts.canvas.elementOf(parts.id)
  const node = parts.editor.outline.peek().entries.get(parts.id)?.node
  if (cell === undefined || node === undefined || cell.closest('[data-stand-in]') !== null) return undefined
  const places = positionsOf(node).filter((target) => target.find(cell) !== undefined)
  const { caret, entry } = start
  const near = entry?.left === undefined ? places : places.filter(({ find }) => isAbove(find(cell), entry.left))
  const target =
    places.find(({ prop }) => prop === caret?.prop) ??
    (start.point && places.find((each) => isAt(each.find(cell), start.point))) ??
    (entry?.from === 'after' ? (near.at(-1) ?? places.at(-1)) : (near[0] ?? places[0]))
  return target === undefined ? undefined : begin(parts, { target, start, at: caret?.position ?? entry })
}

function begin(parts: SessionDeps, { target, start, at, keepFocus = false }: InitialDocument): Session {
  const { canvas, editor, id, words } = parts
  const nodeNow = () => editor.outline.peek().entries.get(id)?.node
  const stored = () => valueAt(nodeNow(), target.prop)
  const isLine = target.kind === 'line'
  const read = (doc: TextNode): RichText | string => (isLine ? docToLine(doc) : docToRich(doc))
  const write = (value: unknown): TextNode =>
    isLine ? lineToDoc(String(value ?? '')) : richToDoc((value ?? []) as RichText)
  const host = openHost(canvas, editor, id, target)
  const openTag = signal<number | undefined>(undefined)
  const isLinking = signal(false)
  const isQuiet = signal(false)
  const finishing = new Set<() => void>()
  const stop = new AbortController()
  let isOwn = false
  let isBehind = false
  /** True from a key that no input method handles, even if the browser did not report the end of its composition. */
  let isComposed = false
  let isOver = false

  const context: TypingContext = { editor, words, id, target, session: () => session }
  const state = signal(EditorState.create({ doc: write(stored()), plugins: pluginsFor(context) }))
  const name = () => nameOf(editor, nodeNow() ?? { id, type: 'text' })
  const view = new EditorView(
    { mount: host.mount },
    {
      state: state.peek(),
      attributes: {
        role: 'textbox',
        'aria-label': words.t('text.label', { name: name() }),
        'aria-multiline': String(!isLine),
        spellcheck: 'true',
        lang: editor.document.peek().meta.lang,
      },
      editable: () => !editor.readOnly.peek(),
      nodeViews: { tag: tagView(editor, (position) => (openTag.value = position)) },
      dispatchTransaction: (tr) => {
        if (!isTyped(tr)) return dispatch(tr)
        renderAfterFrame(() => dispatch(tr))
        if (view.state.selection.empty) isQuiet.value = true
      },
      handleDOMEvents: {
        copy: copyText,
        cut: copyText,
        paste: (_, event) => pasteInto(context, event),
        dragstart: dragWords,
        drop({ dragging }, event) {
          if (dragging !== null) return event.stopPropagation()
          event.preventDefault()
          return true
        },
        compositionstart: () => void (isComposed = false),
        keydown: (_, { isComposing, key, keyCode }) => {
          // Safari reports the keys of an input method after their composition, by this code alone.
          if (!isComposing && key !== 'Process' && keyCode !== 229) isComposed = true
        },
        compositionend: () => {
          // ProseMirror reads composed input later.
          setTimeout(() => isBehind && commit(words.t('text.change.typing', { name: name() }), typing), 60)
        },
      },
    },
  )
  const typing = `text:${id}:${target.prop}`

  function dispatch(tr: Transaction): void {
    if (isOver) return
    view.updateState(view.state.apply(tr))
    state.value = view.state
    if (!view.state.selection.empty) isQuiet.value = false
    if (!tr.docChanged || tr.getMeta('log') === true) return
    isBehind = true
    if (view.composing && !isComposed) return
    if (tr.getMeta('uiEvent') === 'drop') editor.sealHistory()
    const label = tr.getMeta('label') as string | undefined
    commit(label ?? words.t('text.change.typing', { name: name() }), label === undefined ? typing : undefined)
  }

  function commit(label: string, key: string | undefined): void {
    isBehind = false
    const node = nodeNow()
    const value = read(view.state.doc)
    if (node === undefined || isEqual(value, stored() ?? (isLine ? '' : []))) return
    const problem = editor.problem.peek()
    isOwn = true
    if (key === undefined) editor.sealHistory()
    editor.change(
      label,
      [{ op: 'set', id, props: propsWith(node, target.prop, value) }],
      key === undefined ? {} : { key },
    )
    isOwn = false
    // Remove rejected input, of which the user was notified.
    if (editor.problem.peek() !== problem) show(stored(), true)
  }

  /** Shows the value of the document, changing only the differences; after undo the caret moves to the change. */
  function show(value: unknown, isFollowed: boolean): void {
    const wanted = write(value)
    const { doc } = view.state
    const from = doc.content.findDiffStart(wanted.content)
    const ends = doc.content.findDiffEnd(wanted.content)
    if (from === null || ends === null) return
    const overlap = Math.max(0, from - Math.min(ends.a, ends.b))
    const tr = view.state.tr.replace(from, ends.a + overlap, wanted.slice(from, ends.b + overlap)).setMeta('log', true)
    const end = Math.min(ends.b + overlap, tr.doc.content.size)
    if (isFollowed) tr.setSelection(TextSelection.near(tr.doc.resolve(end), -1)).scrollIntoView()
    dispatch(tr)
  }

  function onChange({ before, source }: Change): void {
    if (isOwn || isOver) return
    const old = beforeOf(before, id)
    queueMicrotask(() => {
      if (isOver) return
      const node = nodeNow()
      if (node === undefined || !mayGoOn()) return
      if (!isEqual(read(view.state.doc), stored() ?? (isLine ? '' : []))) {
        show(stored(), source === 'undo' || source === 'redo')
      }
      if (
        !host.mount.isConnected ||
        !isEqual(stylesOf(old), stylesOf(node)) ||
        before.theme !== editor.document.peek().theme
      )
        remount()
    })
  }

  function stylesOf(node: unknown): object {
    const { [target.prop.split('.')[0] ?? '']: _text, ...others } = (node ?? {}) as Record<string, unknown>
    return others
  }

  function mayGoOn(): boolean {
    if (!editor.readOnly.peek() && stored() !== undefined) return true
    editor.editing.value = undefined
    return false
  }

  // The cell was rendered again around the text, with other colors or padding.
  function remount(): void {
    const { anchor, head } = view.state.selection
    const hadFocus = view.hasFocus()
    end()
    const again = begin(parts, { target, start: { id }, at: head, keepFocus: !hadFocus })
    const { doc, tr } = again.view.state
    if (Math.max(anchor, head) <= doc.content.size)
      again.view.dispatch(tr.setSelection(TextSelection.create(doc, anchor, head)))
    parts.onMove(again)
  }

  function end(): void {
    if (isOver) return
    for (const finish of finishing) finish()
    if (isBehind) commit(words.t('text.change.typing', { name: name() }), typing)
    isOver = true
    stop.abort()
    unhear()
    editor.sealHistory()
    view.destroy()
    host.close()
    canvas.release(id)
  }

  const unhear = editor.observe(onChange)
  // The browser also reports moves without movement, when something else gets under the pointer.
  const onPointerMove = ({ movementX, movementY }: PointerEvent) => {
    if (movementX !== 0 || movementY !== 0) isQuiet.value = false
  }
  for (const each of [document, canvas.document])
    each.addEventListener('pointermove', onPointerMove, { signal: stop.signal, passive: true })
  const session: Session = {
    id,
    target,
    view,
    state,
    openTag,
    isLinking,
    finishing,
    isQuiet,
    run(label, command) {
      command(view.state, (tr) => dispatch(tr.docChanged ? tr.setMeta('label', label) : tr), view)
      view.focus()
    },
    goTo(where, place_at = 'start') {
      const node = nodeNow()
      if (node === undefined) return false
      const places = positionsOf(node)
      const index = places.findIndex(({ prop }) => prop === target.prop)
      const next = typeof where === 'number' ? places[index + where] : places.find(({ prop }) => prop === where)
      if (next === undefined) return false
      end()
      const cell = canvas.elementOf(id)
      const isThere = cell !== undefined && next.find(cell) !== undefined
      parts.onMove(isThere ? begin(parts, { target: next, start: { id }, at: place_at }) : undefined)
      return true
    },
    stop: end,
  }
  editor.sealHistory()
  // Default text of a new block is selected, so that typing replaces it.
  if (!keepFocus && at === undefined && isEqual(stored(), translateDefaults(editor, startOf(nodeNow(), target))))
    selectWhole(view)
  else if (!keepFocus) placeCaret(view, start, at)
  return session
}

function isTyped(tr: Transaction): boolean {
  return tr.docChanged && tr.getMeta('label') === undefined && tr.getMeta('log') !== true
}

function startOf(node: Node | undefined, { prop }: TextTarget): unknown {
  return valueAt(blockTypes.get(node?.type ?? '')?.defaults, prop)
}

function isAt(element: Element | undefined, point: Start['point']): boolean {
  if (element === undefined || point === undefined) return false
  const { left, right, top, bottom } = element.getBoundingClientRect()
  return left <= point.left && point.left <= right && top <= point.top && point.top <= bottom
}

function isAbove(element: Element | undefined, left = 0): boolean {
  const box = element?.getBoundingClientRect()
  return box !== undefined && box.left <= left && left <= box.right
}

function beforeOf(document: Change['before'], id: NodeId): unknown {
  return outlineOf(document).entries.get(id)?.node
}

/** Lets selected words be dragged inside their text; without a selection, the browser would drag a link. */
function dragWords({ dom, state: { selection } }: EditorView, event: DragEvent): boolean {
  if (selection.empty) {
    event.preventDefault()
    return true
  }
  // The canvas refuses drags of the browser, and inserts what is dropped outside.
  event.stopPropagation()
  const { ownerDocument } = dom
  const refuse = (drop: DragEvent) => {
    if (dom.contains(drop.target as globalThis.Node | null)) return
    drop.preventDefault()
    drop.stopPropagation()
  }
  ownerDocument.addEventListener('drop', refuse, true)
  ownerDocument.addEventListener('dragend', () => ownerDocument.removeEventListener('drop', refuse, true), {
    once: true,
  })
  return false
}
