import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { type Placing, type Side, placeFloating } from './position.ts'

export interface PopoverProps {
  /** The element or point it belongs to; focus returns to the element. */
  anchor: { readonly current: HTMLElement | null } | { left: number; top: number }
  onClose: () => void
  /** Called in place of `onClose` by a press outside and by leaving with Tab, which do not mean to discard what was typed. */
  onLeave?: () => void
  children: ComponentChildren
  side?: Side
  align?: NonNullable<Placing['align']>
  /** Given for a plain panel; a menu or listbox inside has its own role. */
  label?: string
  /** `anchor` leaves the focus where it is, for a list below a text field. */
  focus?: 'inside' | 'anchor'
  /** At least as wide as the anchor. */
  matchWidth?: boolean
}

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]'

/** A small panel beside its anchor in the top layer. Escape, a press outside and leaving by Tab close it. */
export function Popover(props: PopoverProps) {
  const box = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  latest.current = props
  useLayoutEffect(() => {
    const popover = box.current
    return popover === null ? undefined : openPopover(popover, () => latest.current)
  }, [])
  useLayoutEffect(() => {
    if (box.current !== null) position(box.current, props)
  })
  return (
    <div
      ref={box}
      popover="manual"
      class="svc-popover"
      role={props.label === undefined ? undefined : 'dialog'}
      aria-label={props.label}
    >
      {props.children}
    </div>
  )
}

function openPopover(popover: HTMLElement, props: () => PopoverProps): () => void {
  const back = anchorElement(props()) ?? (document.activeElement as HTMLElement | null)
  const stop = new AbortController()
  const within = (target: EventTarget | null) =>
    target instanceof Node && (popover.contains(target) || anchorElement(props())?.contains(target) === true)
  const leave = () => {
    // A field that applies its value on blur is gone before the press moves the focus.
    if (popover.contains(document.activeElement)) (document.activeElement as HTMLElement).blur()
    const { onLeave, onClose } = props()
    ;(onLeave ?? onClose)()
  }
  const listen = { capture: true, signal: stop.signal } as const
  document.addEventListener('pointerdown', ({ target }) => !within(target) && leave(), listen)
  document.addEventListener('focusin', ({ target }) => !within(target) && leave(), listen)
  document.addEventListener('scroll', ({ target }) => !within(target) && position(popover, props()), listen)
  addEventListener('resize', () => position(popover, props()), listen)
  // A press inside a frame fires no event here, but the frame takes the focus.
  addEventListener('blur', () => document.activeElement instanceof HTMLIFrameElement && leave(), listen)
  popover.parentElement?.addEventListener('keydown', (event) => closeOnEscape(event, popover, props, back), {
    signal: stop.signal,
  })
  popover.showPopover()
  position(popover, props())
  if (props().focus !== 'anchor')
    (popover.querySelector<HTMLElement>('[data-first]') ?? popover.querySelector<HTMLElement>(focusable))?.focus()
  return () => {
    stop.abort()
    if (popover.contains(document.activeElement)) back?.focus()
  }
}

function closeOnEscape(
  event: KeyboardEvent,
  popover: HTMLElement,
  props: () => PopoverProps,
  back: HTMLElement | null,
) {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  event.preventDefault()
  event.stopPropagation()
  if (popover.contains(document.activeElement)) back?.focus()
  props().onClose()
}

function position(popover: HTMLElement, { anchor, side = 'below', align = 'start', matchWidth }: PopoverProps): void {
  const element = 'current' in anchor ? anchor.current : undefined
  if (element === null) return
  const rect = element?.getBoundingClientRect() ?? { ...(anchor as { left: number; top: number }), width: 0, height: 0 }
  if (matchWidth === true) popover.style.minInlineSize = `${rect.width}px`
  const { left, top } = placeFloating({
    anchor: rect,
    size: { width: popover.offsetWidth, height: popover.offsetHeight },
    viewport: { width: document.documentElement.clientWidth, height: document.documentElement.clientHeight },
    side,
    align,
    isRtl: getComputedStyle(element ?? popover).direction === 'rtl',
  })
  popover.style.left = `${Math.round(left)}px`
  popover.style.top = `${Math.round(top)}px`
}

function anchorElement({ anchor }: PopoverProps): HTMLElement | null {
  return 'current' in anchor ? anchor.current : null
}
