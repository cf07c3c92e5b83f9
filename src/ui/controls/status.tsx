import type { ComponentChildren } from 'preact'
import { Icon } from '../icons/index.ts'

/** What stands where there is nothing yet: why, and what to do about it. */
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

/** How far something is, 0 to 1; without a value only that it goes on. */
export function Progress({ label, value }: { label: string; value?: number | undefined }) {
  return (
    <progress class="svc-progress" aria-label={label} {...(value === undefined ? {} : { value })}>
      {label}
    </progress>
  )
}

/** A small turning ring, for places where a bar would be too much. Comes after 300 ms, so that quick things do not flicker. */
export function Spinner({ label }: { label: string }) {
  return <span class="svc-spinner" role="status" aria-label={label} />
}
