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
