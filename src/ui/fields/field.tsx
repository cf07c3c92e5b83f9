import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Icon } from '../icons/index.ts'
import { useWords } from '../locale/index.ts'

export interface FieldIds {
  id: string
  labelId: string
  describedBy: string | undefined
}

export interface FieldProps {
  label: string
  children: (ids: FieldIds) => ComponentChildren
  /** `side`: the control is beside the label; `stack`: below it. */
  layout?: 'side' | 'stack'
  /** Set if the node has its own value, which can be reset. */
  onReset?: (() => void) | undefined
  /** An icon after the label, such as a phone for overrides on phones. */
  badge?: { icon: string; label: string } | undefined
  /** Text after the label. */
  note?: string | undefined
  hint?: ComponentChildren
  error?: string | undefined
  /** For several controls: the label names the group instead of one input. */
  isGroup?: boolean | undefined
  /** The property, for `openField`. */
  name?: string | undefined
}

/** A label with its control, a reset button, hint and error. */
export function Field(props: FieldProps) {
  const { label, children, layout = 'side', onReset, badge, note, hint, error, isGroup } = props
  const id = useId()
  const words = useWords()
  const described = error !== undefined || hint !== undefined
  const describedBy = described ? `${id}-about` : undefined
  const content = (
    <>
      {label}
      {badge === undefined ? null : (
        <span class="svc-badge" role="img" aria-label={badge.label} data-tip={badge.label}>
          <Icon d={badge.icon} size={12} />
        </span>
      )}
      {note === undefined ? null : <span class="svc-field-note">{note}</span>}
    </>
  )
  return (
    <div
      class={`svc-field svc-${layout}`}
      data-field={props.name}
      role={isGroup ? 'group' : undefined}
      aria-labelledby={isGroup ? `${id}-label` : undefined}
    >
      <div class="svc-field-label">
        {isGroup ? (
          <span id={`${id}-label`}>{content}</span>
        ) : (
          <label id={`${id}-label`} for={id}>
            {content}
          </label>
        )}
        {onReset === undefined ? null : (
          <button
            type="button"
            class="svc-reset"
            aria-label={`${words.reset}: ${label}`}
            data-tip={words.reset}
            onClick={onReset}
          />
        )}
      </div>
      <div class="svc-field-control">
        {children({ id, labelId: `${id}-label`, describedBy })}
        {described ? (
          <div
            id={`${id}-about`}
            class={error === undefined ? 'svc-hint' : 'svc-error'}
            role={error === undefined ? undefined : 'alert'}
          >
            {error ?? hint}
          </div>
        ) : null}
      </div>
    </div>
  )
}
