import type { NodeId } from '../../email/document/index.ts'
import { minusIcon, pencilIcon, plusIcon, swapIcon } from '../../ui/icons/index.ts'
import type { ChangeKind, NodeChange } from './changes.ts'

/**
 * Icon, line style and color of each kind of change; each alone distinguishes them. The colors contrast with any email.
 */
export const markStyles: Readonly<Record<ChangeKind, { icon: string; line: string; color: string }>> = {
  added: { icon: plusIcon, line: 'solid', color: '#0f7a3d' },
  removed: { icon: minusIcon, line: 'dashed', color: '#b3261e' },
  moved: { icon: swapIcon, line: 'dotted', color: '#6d3fc4' },
  changed: { icon: pencilIcon, line: 'double', color: '#1d5fd0' },
}

/** The element of a node in a page rendered with markers. */
export function elementOf(page: Document, id: NodeId): Element | undefined {
  return page.querySelector(`[data-n="${CSS.escape(id)}"]`) ?? undefined
}

/**
 * Marks the changes in a page, with `current` filled, and keeps the marks in position; returns a function that
 * removes them.
 */
export function renderMarks(page: Document, changes: readonly NodeChange[], current: NodeId | undefined): () => void {
  const layer = page.createElement('div')
  layer.setAttribute('aria-hidden', 'true')
  layer.style.cssText = 'position:absolute;inset:0 auto auto 0;pointer-events:none;forced-color-adjust:none'
  page.documentElement.append(layer)
  const target = () =>
    layer.replaceChildren(...changes.flatMap((change) => renderMark(page, change, change.id === current)))
  const { defaultView: view } = page
  // Images load late, and the window may be resized.
  const observer = view === null ? undefined : new (view as Window & typeof globalThis).ResizeObserver(target)
  observer?.observe(page.body)
  target()
  return () => {
    observer?.disconnect()
    layer.remove()
  }
}

function renderMark(page: Document, { id, kinds: [kind = 'changed'] }: NodeChange, isCurrent: boolean): HTMLElement[] {
  const around = elementOf(page, id)?.getBoundingClientRect()
  if (around === undefined || around.width === 0) return []
  const { icon, line, color } = markStyles[kind]
  const box = page.createElement('div')
  const { scrollX = 0, scrollY = 0 } = page.defaultView ?? {}
  box.style.cssText = [
    `position:absolute;box-sizing:border-box;left:${around.left + scrollX}px;top:${around.top + scrollY}px`,
    `width:${around.width}px;height:${around.height}px`,
    `border:${isCurrent ? 4 : 3}px ${line} ${color}`,
    // A light outline keeps the mark visible on any background.
    'box-shadow:0 0 0 1px rgba(255,255,255,.8),inset 0 0 0 1px rgba(255,255,255,.8)',
    isCurrent ? `background:${color}26` : '',
  ].join(';')
  // Beside the node if there is space, so that it covers nothing.
  box.append(signOf(page, { icon, color, left: around.left < 26 ? -3 : -25 }))
  return [box]
}

function signOf(page: Document, { icon, color, left }: { icon: string; color: string; left: number }): HTMLElement {
  const sign = page.createElement('div')
  sign.style.cssText = `position:absolute;left:${left}px;top:-3px;width:22px;height:22px;padding:3px;box-sizing:border-box;background:${color}`
  const namespace = 'http://www.w3.org/2000/svg'
  const rendering = page.createElementNS(namespace, 'svg')
  rendering.setAttribute('viewBox', '0 0 24 24')
  rendering.setAttribute('style', 'display:block;width:16px;height:16px;fill:none;stroke:#fff;stroke-width:2.5')
  const path = page.createElementNS(namespace, 'path')
  path.setAttribute('d', icon)
  rendering.append(path)
  sign.append(rendering)
  return sign
}
