import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { rove, rowAxis } from './roving.ts'

const items = 'button, [role="button"], input, select'

/** A row of buttons with one tab stop and arrow keys (APG, toolbar). */
export function Toolbar({ label, children }: { label: string; children: ComponentChildren }) {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const all = [...(bar.current?.querySelectorAll<HTMLElement>(items) ?? [])]
    const current = all.find((item) => item.tabIndex === 0 && item.getAttribute('data-rove') === 'kept') ?? all[0]
    for (const item of all) item.tabIndex = item === current ? 0 : -1
  })
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      class="svc-toolbar"
      onKeyDown={(event) => {
        const moved = rove(event, event.currentTarget, items, rowAxis(event.currentTarget))
        if (moved !== undefined) keep(event.currentTarget, moved)
      }}
      onFocusIn={(event) => event.target instanceof HTMLElement && keep(event.currentTarget, event.target)}
    >
      {children}
    </div>
  )
}

export function ToolbarGap() {
  return <div role="separator" aria-orientation="vertical" class="svc-toolbar-gap" />
}

function keep(bar: HTMLElement, item: HTMLElement): void {
  for (const other of bar.querySelectorAll('[data-rove]')) other.removeAttribute('data-rove')
  item.setAttribute('data-rove', 'kept')
}
