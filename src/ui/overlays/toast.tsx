import { type Signal, signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button, IconButton } from '../controls/index.ts'
import { Icon, checkIcon, closeIcon, warningIcon } from '../icons/index.ts'
import { useWords } from '../locale/index.ts'

/** A short notice that disappears by itself, with at most one action. */
export interface Toast {
  id: number
  text: string
  tone: 'done' | 'problem'
  action?: { label: string; run: () => void }
}

export interface Toaster {
  toasts: Signal<readonly Toast[]>
  show(text: string, options?: { tone?: Toast['tone']; action?: NonNullable<Toast['action']> }): void
  dismiss(id: number): void
}

/** Keeps the newest three toasts, without duplicates. */
export function createToaster(): Toaster {
  const toasts = signal<readonly Toast[]>([])
  let last = 0
  return {
    toasts,
    show(text, { tone = 'done', action } = {}) {
      last += 1
      const toast = { id: last, text, tone, ...(action === undefined ? {} : { action }) }
      // Not subscribed: an effect that shows a toast must not run again when the toast disappears.
      const others = toasts.peek().filter((each) => each.text !== text)
      toasts.value = [...others, toast].slice(-3)
    },
    dismiss(id) {
      toasts.value = toasts.peek().filter((toast) => toast.id !== id)
    },
  }
}

/** Shows toasts in a live region. They stay while hovered or focused. */
export function Toasts({ toaster }: { toaster: Toaster }) {
  return (
    <div class="svc-toasts" role="status" aria-live="polite">
      {toaster.toasts.value.map((toast) => (
        <ToastLine key={toast.id} toast={toast} onDismiss={() => toaster.dismiss(toast.id)} />
      ))}
    </div>
  )
}

const staysMs = 6000

function ToastLine({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const words = useWords()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(onDismiss, staysMs)
  }
  const hold = () => clearTimeout(timer.current)
  useLayoutEffect(() => {
    start()
    return hold
  }, [])
  const { action } = toast
  return (
    <div
      class={`svc-toast svc-${toast.tone}`}
      onPointerEnter={hold}
      onPointerLeave={start}
      onFocusIn={hold}
      onFocusOut={start}
    >
      <Icon d={toast.tone === 'done' ? checkIcon : warningIcon} />
      <span dir="auto">{toast.text}</span>
      {action === undefined ? null : (
        <Button
          variant="plain"
          dense
          onClick={() => {
            onDismiss()
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton dense icon={closeIcon} label={words.dismiss} onClick={onDismiss} />
    </div>
  )
}
