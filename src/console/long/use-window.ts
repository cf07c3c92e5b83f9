import {
  Virtualizer,
  type VirtualizerOptions,
  defaultRangeExtractor,
  measureElement,
  observeWindowOffset,
  observeWindowRect,
  windowScroll,
} from '@tanstack/virtual-core'
import type { RefObject } from 'preact'
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks'

interface WindowOptions {
  /** Lines of the list. */
  count: number
  /** Height of a line that was not on the screen yet, px. */
  estimate: number
  /** Between lines, px. */
  gap?: number
  /** Lines rendered beyond the screen, so that the next one exists when the Tab key gets there. */
  beyond: number
  /** Holds the lines; its lines have `data-index`. */
  body: RefObject<HTMLElement | null>
  keyOf: (index: number) => string
}

export interface ListWindow {
  /** The lines near the screen, and the one with the focus and its neighbors, in order. */
  lines: readonly { index: number; /** Height of what was left out before it, px. */ before: number }[]
  /** Height of what was left out after the last line, px. */
  after: number
  /** The `ref` of lines. */
  measure: (line: HTMLElement | null) => void
  /** Forgets the heights of lines, as when the width changed. */
  forget: () => void
  scrollTo: (index: number) => void
}

/** Which lines of a list are near the screen. The page scrolls, not the list. */
export function useWindow({ beyond, body, count, estimate, gap = 0, keyOf }: WindowOptions): ListWindow {
  const [, render] = useReducer((turn: number) => turn + 1, 0)
  const margin = useRef(0)
  const focused = useRef<string | undefined>(undefined)
  const current = useRef<Virtualizer<Window, HTMLElement> | undefined>(undefined)
  const options: VirtualizerOptions<Window, HTMLElement> = {
    count,
    gap,
    estimateSize: () => estimate,
    getItemKey: keyOf,
    overscan: beyond,
    scrollMargin: margin.current,
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    initialOffset: () => window.scrollY,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    measureElement,
    scrollToFn: windowScroll,
    onChange: () => render(0),
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range)
      const at = focusedIndex(focused.current, near, count, keyOf)
      const kept = at === -1 ? [] : [at - 1, at, at + 1].filter((index) => index >= 0 && index < count)
      return [...new Set([...near, ...kept])].sort((a, b) => a - b)
    },
  }
  current.current ??= new Virtualizer(options)
  const virtualizer = current.current
  virtualizer.setOptions(options)
  useLayoutEffect(() => virtualizer._didMount(), [])
  useLayoutEffect(() => virtualizer._willUpdate())
  useLayoutEffect(() => {
    const place = () => {
      const top = Math.round((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
      if (Math.abs(top - margin.current) < 1) return
      margin.current = top
      render(0)
    }
    const focus = ({ target }: FocusEvent) => {
      const line = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
      if (line?.dataset['index'] !== undefined) focused.current = keyOf(Number(line.dataset['index']))
    }
    const blur = () => (focused.current = undefined)
    place()
    const observer = new ResizeObserver(place)
    observer.observe(document.body)
    body.current?.addEventListener('focusin', focus)
    body.current?.addEventListener('focusout', blur)
    return () => {
      observer.disconnect()
      body.current?.removeEventListener('focusin', focus)
      body.current?.removeEventListener('focusout', blur)
    }
  }, [keyOf])
  let end = margin.current
  const lines = virtualizer.getVirtualItems().map(({ end: next, index, start }) => {
    const before = start - end - (index === 0 ? 0 : gap)
    end = next
    return { index, before: Math.max(0, before) }
  })
  return {
    lines,
    after: Math.max(0, virtualizer.getTotalSize() + margin.current - end),
    measure: virtualizer.measureElement,
    forget: () => virtualizer.measure(),
    scrollTo: (index) => virtualizer.scrollToIndex(index, { align: 'center' }),
  }
}

/** -1 without a focus in the list. */
function focusedIndex(
  key: string | undefined,
  near: readonly number[],
  count: number,
  keyOf: (index: number) => string,
): number {
  if (key === undefined) return -1
  const nearby = near.find((index) => keyOf(index) === key)
  if (nearby !== undefined) return nearby
  for (let index = 0; index < count; index++) if (keyOf(index) === key) return index
  return -1
}
