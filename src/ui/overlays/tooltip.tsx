import { useLayoutEffect, useRef } from 'preact/hooks'
import { keysOf } from '../keys.ts'
import { usePlatform } from '../locale/index.ts'
import { placeFloating } from './position.ts'

const delayMs = 450

/**
 * Tooltip of the page: shows `data-tip` and `data-keys` of the hovered or keyboard-focused element, below it or, with
 * `data-tip-side="end"`, beside it. Its listeners are on the document. Escape hides it, and it can be hovered (WCAG
 * 2.2, 1.4.13).
 */
export function Tooltips() {
  const box = useRef<HTMLDivElement>(null)
  const platform = usePlatform()
  useLayoutEffect(() => {
    const tip = box.current
    if (tip === null) return undefined
    const stop = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    let shownFor: Element | undefined
    const hide = () => {
      clearTimeout(timer)
      if (shownFor !== undefined) tip.hidePopover()
      shownFor = undefined
    }
    const show = (target: HTMLElement) => {
      if (!target.isConnected || target.getAttribute('aria-expanded') === 'true') return
      fill(tip, target, keysOf(target.dataset['keys'] ?? '', platform))
      // Shown again, it is above popovers that opened since.
      if (shownFor !== undefined) tip.hidePopover()
      tip.showPopover()
      shownFor = target
      move(tip, target)
    }
    const plan = (target: EventTarget | null, wait: number) => {
      const owner = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
      if (owner === shownFor || (target instanceof Node && tip.contains(target))) return
      const delay = shownFor === undefined ? wait : 0
      hide()
      if (owner !== null) timer = setTimeout(() => show(owner), delay)
    }
    const listen = { capture: true, signal: stop.signal, passive: true } as const
    document.addEventListener(
      'pointerover',
      (event) => event.pointerType !== 'touch' && plan(event.target, delayMs),
      listen,
    )
    document.addEventListener(
      'focusin',
      ({ target }) => target instanceof Element && target.matches(':focus-visible') && plan(target, delayMs),
      listen,
    )
    document.addEventListener('focusout', hide, listen)
    document.addEventListener('pointerdown', hide, listen)
    document.addEventListener('keydown', hide, listen)
    document.documentElement.addEventListener('pointerleave', hide, { signal: stop.signal })
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [platform])
  return <div ref={box} popover="manual" class="svc-tooltip" aria-hidden="true" />
}

function fill(tip: HTMLElement, { dataset }: HTMLElement, keys: readonly string[]): void {
  tip.textContent = dataset['tip'] ?? ''
  if (dataset['keys'] === undefined) return
  for (const key of keys) {
    const shown = document.createElement('kbd')
    shown.textContent = key
    tip.append(shown)
  }
}

function move(tip: HTMLElement, target: HTMLElement): void {
  const { left, top } = placeFloating({
    anchor: target.getBoundingClientRect(),
    size: { width: tip.offsetWidth, height: tip.offsetHeight },
    viewport: { width: innerWidth, height: innerHeight },
    side: target.dataset['tipSide'] === 'end' ? 'end' : 'below',
    align: 'center',
    isRtl: getComputedStyle(target).direction === 'rtl',
    gap: 6,
  })
  tip.style.left = `${Math.round(left)}px`
  tip.style.top = `${Math.round(top)}px`
}
