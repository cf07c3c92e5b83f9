import { type ReadonlySignal, type Signal, effect, signal } from '@preact/signals'
import type { NodeId } from '../../email/document/index.ts'
import { afterFrame, flushBeforeInput, rendersLater } from '../../ui/rendering.ts'
import type { Editor } from '../state/index.ts'
import { addCanvasStyle, applyScheme } from './canvas-style.ts'
import { rendererOf } from './canvas-renderer.ts'
import { type Box, boxAround, boxOf } from './geometry.ts'
import { createPainter } from './painter.ts'

/** The email in its frame, with the same HTML as from the server's renderer. */
export interface Canvas {
  readonly frame: HTMLIFrameElement
  readonly document: Document
  /** Incremented when elements may have moved. */
  readonly layout: ReadonlySignal<number>
  /** Height of the email in its own px. */
  readonly height: ReadonlySignal<number>
  /** Screen px per px of the email. */
  readonly scale: ReadonlySignal<number>
  /** The element with the marker of a node. */
  elementOf(id: NodeId): HTMLElement | undefined
  /** In px of the email from its top left corner. */
  boxOf(id: NodeId): Box | undefined
  /** Id of the innermost node that contains an element of the canvas. */
  idAt(target: EventTarget | null): NodeId | undefined
  /** Schedules a measurement in the next frame. */
  measure(): void
  /** Allows the renderer to update the block again after its text was edited. */
  release(id: NodeId): void
  stop(): void
}

const canvases = new WeakMap<Editor, Signal<Canvas | undefined>>()

/** For code that waits for the canvas. */
export function canvasSignal(editor: Editor): Signal<Canvas | undefined> {
  const known = canvases.get(editor) ?? signal<Canvas | undefined>(undefined)
  canvases.set(editor, known)
  return known
}

/** Undefined until the canvas is created. */
export function canvasOf(editor: Editor): Canvas | undefined {
  return canvasSignal(editor).peek()
}

/** Fills a blank frame with the email and keeps it in sync with the document. */
export function createCanvas(editor: Editor, frame: HTMLIFrameElement, scale: ReadonlySignal<number>): Canvas {
  const canvas = frame.contentDocument as Document
  const painter = createPainter(canvas)
  const showScheme = addCanvasStyle(canvas)
  const layout = signal(0)
  const height = signal(0)
  const mutations = new MutationObserver(() => undefined)
  let asked = 0
  let isPartial = true
  let typedBox: string | undefined
  let isStopped = false
  let isPainting = false
  const waiting: (() => void)[] = []

  function measureNow(): void {
    asked = 0
    const tall = Math.ceil(canvas.body.getBoundingClientRect().height)
    const box = JSON.stringify(self.boxOf(editor.editing.peek() ?? ''))
    // Most letters move nothing, and the overlay renders for each measurement.
    const isSame = isPartial && tall === height.peek() && box === typedBox
    isPartial = true
    typedBox = box
    if (isSame) return
    height.value = tall
    layout.value++
  }

  function request(): void {
    if (asked === 0) asked = requestAnimationFrame(measureNow)
  }

  function measure(): void {
    isPartial = false
    request()
  }

  function settle(): void {
    applyScheme(canvas, editor.scheme.peek())
    measure()
  }

  /** Removing the focused element runs handlers, which may paint again. */
  function oneByOne(run: () => void): void {
    waiting.push(run)
    if (isPainting) return
    isPainting = true
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) next()
    } finally {
      isPainting = false
    }
  }

  /** The edited block has its letters already; unless others changed, only its box may differ. */
  function paint(): void {
    const renderPage = rendering.renderPage.peek()
    if (renderPage === undefined || isStopped) return
    mutations.takeRecords()
    painter.paint(
      editor.document.peek(),
      (email) => renderPage(email, rendering.modules, editor.language.peek()),
      editor.editing.peek(),
    )
    if (mutations.takeRecords().length > 0) settle()
    else request()
  }

  const paintNext = () => oneByOne(paint)
  const rendering = rendererOf(editor)
  if (rendering.firstHtml !== undefined) {
    painter.begin(editor.document.peek(), rendering.firstHtml)
    rendering.firstHtml = undefined
    settle()
  }

  mutations.observe(canvas, { subtree: true, childList: true, attributes: true, characterData: true })
  flushBeforeInput(canvas.defaultView as Window)

  const stops = [
    effect(() => {
      void [editor.document.value, editor.language.value, rendering.renderPage.value]
      if (!rendersLater()) return paintNext()
      request()
      afterFrame(paintNext)
    }),
    effect(() => {
      showScheme(editor.scheme.value)
      applyScheme(canvas, editor.scheme.value)
    }),
  ]
  const watcher = new ResizeObserver(measure)
  watcher.observe(canvas.body)
  // Images and fonts load late and shift the content below them.
  canvas.addEventListener('load', measure, true)

  const self: Canvas = {
    frame,
    document: canvas,
    layout,
    height,
    scale,
    elementOf: (id) => canvas.querySelector<HTMLElement>(`[data-n="${CSS.escape(id)}"]`) ?? undefined,
    boxOf(id) {
      const elements = canvas.querySelectorAll(`[data-n="${CSS.escape(id)}"]`)
      return boxAround([...elements].map(boxOf))
    },
    idAt(target) {
      const element = (target as Element | null)?.closest?.('[data-n]')
      return element?.getAttribute('data-n') ?? undefined
    },
    measure,
    release(id) {
      const renderPage = rendering.renderPage.peek()
      oneByOne(() => {
        if (renderPage !== undefined)
          painter.refresh(
            editor.document.peek(),
            (email) => renderPage(email, rendering.modules, editor.language.peek()),
            id,
          )
        settle()
      })
    },
    stop() {
      for (const stop of stops) stop()
      watcher.disconnect()
      mutations.disconnect()
      isStopped = true
      cancelAnimationFrame(asked)
      canvasSignal(editor).value = undefined
    },
  }
  canvasSignal(editor).value = self
  return self
}
