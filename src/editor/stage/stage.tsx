import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { canvasSignal, createCanvas, fittingScale, frameWidth, type Canvas } from '../canvas/index.ts'
import type { Editor } from '../state/index.ts'
import { deferred } from '../startup/deferred.tsx'
import type { NodeId } from '../../email/document/index.ts'

const Overlay = deferred(async () => (await import('./overlay.tsx')).Overlay)

/** The scroll container with the frame, which has the height of the email. */
export function Stage({ editor }: { editor: Editor }) {
  const stage = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const canvas = canvasSignal(editor)
  const available = useSignal(800)
  const width = useComputed(() => frameWidth(editor.device.value, editor.document.value.body.width, available.value))
  const isEmpty = useComputed(() => editor.document.value.rows.length === 0)
  const scale = useComputed(() => fittingScale(width.value, available.value, editor.zoom.value))

  useLayoutEffect(() => {
    const element = stage.current
    if (element === null) return undefined
    const watcher = new ResizeObserver(() => (available.value = widthIn(element)))
    watcher.observe(element)
    // Phones start with the phone layout.
    if (innerWidth < 560) editor.device.value = 'mobile'
    return () => {
      watcher.disconnect()
      canvas.peek()?.stop()
    }
  }, [])
  useSignalEffect(() => {
    void [width.value, scale.value]
    canvas.value?.measure()
  })
  useSignalEffect(() => {
    const id = editor.selection.value
    if (id !== undefined && canvas.value !== undefined && stage.current !== null)
      revealSelection(canvas.value, stage.current, id)
  })

  function begin(): void {
    if (frame.current === null || canvas.peek() !== undefined) return
    createCanvas(editor, frame.current, scale)
  }

  const height = Math.max(canvas.value?.height.value ?? 0, 400)
  // What is offered for an empty email may be higher than the page.
  const size = isEmpty.value ? 'minBlockSize' : 'blockSize'
  return (
    <div
      ref={stage}
      class="canvas"
      // A press beside the email leaves the keys to it.
      tabIndex={-1}
    >
      <div
        class={`canvas-paper${isEmpty.value ? ' canvas-empty' : ''}${editor.device.value === 'mobile' ? ' canvas-phone' : ''}`}
        style={{ inlineSize: `${width.value * scale.value}px`, [size]: `${height * scale.value}px` }}
        role="application"
        aria-label={editor.words.t('region.canvas')}
        aria-description={editor.words.t('region.canvasHelp')}
        tabIndex={0}
        onPointerLeave={() => (editor.hovered.value = undefined)}
      >
        <iframe
          ref={frame}
          class="canvas-frame"
          title={editor.words.t('region.canvas')}
          src="/editor/canvas"
          tabIndex={-1}
          sandbox="allow-same-origin allow-scripts"
          style={{ width: `${width.value}px`, height: `${height}px`, transform: `scale(${scale.value})` }}
          onLoad={begin}
        />
        {canvas.value === undefined ? null : <Overlay editor={editor} canvas={canvas.value} />}
      </div>
    </div>
  )
}

function widthIn(stage: HTMLElement): number {
  const { paddingLeft, paddingRight } = getComputedStyle(stage)
  return stage.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
}

/** Space above and below the revealed node, in px. */
const margin = 56

/** Scrolls as little as possible to show a node, or the top of a node that is higher than the stage. */
function revealSelection(canvas: Canvas, stage: HTMLElement, id: NodeId): void {
  const box = canvas.boxOf(id)
  if (box === undefined) return
  const scale = canvas.scale.peek()
  const [frame, view] = [canvas.frame.getBoundingClientRect(), stage.getBoundingClientRect()]
  const top = frame.top + box.top * scale - view.top
  const bottom = top + box.height * scale
  if (top >= margin && bottom <= view.height - margin) return
  const isHigh = box.height * scale > view.height - 2 * margin
  // Part of the node is visible and it does not fit as a whole; scroll only if its toolbar covers it.
  const isUnderTools = top >= 0 && top < margin
  if (isHigh && !isUnderTools && top < view.height - margin && bottom > margin) return
  const shift = top < margin || isHigh ? top - margin : bottom - (view.height - margin)
  stage.scrollBy({ top: shift, behavior: 'instant' })
}
