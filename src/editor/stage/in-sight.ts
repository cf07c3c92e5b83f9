import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import type { Canvas } from '../canvas/index.ts'

/** How far the stage is scrolled, in steps of half a window, so that what is rendered is requested a few times only. */
export function useScrolled(canvas: Canvas): ReadonlySignal<number> {
  const scrolled = useSignal(0)
  useLayoutEffect(() => {
    const stage = canvas.frame.closest('.canvas')
    const onScroll = () => (scrolled.value = Math.round((2 * (stage?.scrollTop ?? 0)) / innerHeight))
    onScroll()
    stage?.addEventListener('scroll', onScroll, { passive: true })
    return () => stage?.removeEventListener('scroll', onScroll)
  }, [])
  return scrolled
}

/** The rows of the email in the window, and a window's height above and below. */
export function rowsInSight(canvas: Canvas): Element[] {
  const rows = canvas.document.body.lastElementChild?.children ?? []
  const scale = canvas.scale.peek()
  const { top } = canvas.frame.getBoundingClientRect()
  const [from, to] = [(-innerHeight - top) / scale, (2 * innerHeight - top) / scale]
  const found: Element[] = []
  for (let at = firstBelow(rows, from); at < rows.length; at++) {
    const row = rows[at]
    if (row === undefined || row.getBoundingClientRect().top > to) break
    found.push(row)
  }
  return found
}

// Rows stand one below the other, so that a few are measured to find one. What is not shown has no place and counts as above.
function firstBelow(rows: ArrayLike<Element>, y: number): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    let at = middle
    let box = rows[at]?.getBoundingClientRect()
    while (at < high && box?.width === 0 && box.height === 0) box = rows[++at]?.getBoundingClientRect()
    if (at >= high || (box?.bottom ?? 0) >= y) high = middle
    else low = at + 1
  }
  return low
}
