import type { ComponentChildren } from 'preact'
import { Icon } from '../icons/index.ts'

/** Replaces an empty list: the reason, and the next step. */
export function EmptyState(props: { icon?: string; title: string; text?: string; children?: ComponentChildren }) {
  return (
    <div class="svc-empty">
      {props.icon === undefined ? null : <Icon d={props.icon} size={20} />}
      <p class="svc-empty-title">{props.title}</p>
      {props.text === undefined ? null : <p>{props.text}</p>}
      {props.children}
    </div>
  )
}

/** From 0 to 1; undefined for an indeterminate bar. */
export function Progress({ label, value }: { label: string; value?: number | undefined }) {
  return (
    <progress class="svc-progress" aria-label={label} {...(value === undefined ? {} : { value })}>
      {label}
    </progress>
  )
}

/** For places too small for a bar. Appears after 300 ms, so that short waits do not flicker. */
export function Spinner({ label }: { label: string }) {
  return <span class="svc-spinner" role="status" aria-label={label} />
}
