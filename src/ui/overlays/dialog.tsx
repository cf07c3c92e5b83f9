import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { IconButton } from '../controls/index.ts'
import { closeIcon } from '../icons/index.ts'
import { useWords } from '../locale/index.ts'

export interface DialogProps {
  title: string
  onClose: () => void
  children: ComponentChildren
  /** Buttons at the bottom, the primary one last. */
  actions?: ComponentChildren
  /** Beside the title. */
  aside?: ComponentChildren
  size?: 'small' | 'medium' | 'large' | 'wide' | 'full'
  /** Requires an answer: not closed by Escape, the close button or a press outside. */
  isUrgent?: boolean
}

/** A native modal dialog: traps and restores focus. Escape and a press outside close it. */
export function Dialog({ title, onClose, children, actions, aside, size = 'medium', isUrgent = false }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const words = useWords()
  useLayoutEffect(() => {
    const element = dialog.current
    const back = document.activeElement as HTMLElement | null
    element?.showModal()
    letScroll(body.current)
    // Otherwise the close button would be focused, and show its tooltip.
    for (const place of ['[data-first]', '.svc-dialog-body[tabindex]', '.svc-dialog-box']) {
      const first = element?.querySelector<HTMLElement>(place)
      if (first == null) continue
      first.focus()
      break
    }
    return () => {
      element?.close()
      back?.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={`svc-dialog svc-${size}`}
      role={isUrgent ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        if (!isUrgent) onClose()
      }}
      onPointerDown={(event) => !isUrgent && event.target === dialog.current && onClose()}
      // Shortcuts of the page must not apply in the dialog.
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div class="svc-dialog-box" tabIndex={-1}>
        <div class="svc-dialog-head">
          <h2 id={titleId}>{title}</h2>
          {aside}
          {isUrgent ? null : <IconButton icon={closeIcon} label={words.close} onClick={onClose} />}
        </div>
        <div ref={body} class="svc-dialog-body">
          {children}
        </div>
        {actions === undefined ? null : <div class="svc-dialog-foot">{actions}</div>}
      </div>
    </dialog>
  )
}

// Makes a dialog without controls scrollable by keyboard, if it is longer than its window.
function letScroll(body: HTMLElement | null): void {
  if (body === null || body.scrollHeight <= body.clientHeight) return
  if (body.querySelector('button, input, select, textarea, a[href], [tabindex]') === null) body.tabIndex = 0
}
