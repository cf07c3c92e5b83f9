import type { ComponentChildren, Ref } from 'preact'
import { ariaShortcut, type Shortcut } from '../keys/index.ts'
import { Icon } from '../icons/index.ts'
import { usePlatform } from '../words/index.ts'

export interface ButtonProps {
  children: ComponentChildren
  onClick?: ((event: MouseEvent) => void) | undefined
  /** `primary` is the one thing a view is for; `plain` is as quiet as text. */
  look?: 'primary' | 'normal' | 'plain' | 'danger'
  icon?: string | undefined
  disabled?: boolean | undefined
  busy?: boolean | undefined
  type?: 'button' | 'submit'
  dense?: boolean | undefined
  /** Fills the row it is in. */
  wide?: boolean | undefined
  buttonRef?: Ref<HTMLButtonElement> | undefined
  /** Has focus when what it is in opens. */
  autofocus?: boolean | undefined
  /** Said in a tooltip besides. */
  tip?: string | undefined
  /** Id of what says what the button is about. */
  describedBy?: string | undefined
}

/** A button with a word on it, with an icon before it if it helps. */
export function Button(props: ButtonProps) {
  const { look = 'normal', type = 'button', dense, wide } = props
  return (
    <button
      ref={props.buttonRef ?? null}
      type={type}
      class={`svc-button svc-${look}${dense ? ' svc-dense' : ''}${wide ? ' svc-wide' : ''}`}
      disabled={props.disabled === true}
      aria-busy={props.busy === true ? 'true' : undefined}
      data-first={props.autofocus === true ? '' : undefined}
      data-tip={props.tip}
      aria-describedby={props.describedBy}
      onClick={(event) => props.busy !== true && props.onClick?.(event)}
    >
      {props.icon === undefined ? null : <Icon d={props.icon} />}
      <span>{props.children}</span>
    </button>
  )
}

export interface IconButtonProps {
  icon: string
  /** What it does: its name for everybody, shown as a tooltip. */
  label: string
  onClick?: ((event: MouseEvent) => void) | undefined
  keys?: Shortcut | undefined
  /** Given for a button that stays down. */
  pressed?: boolean | undefined
  expanded?: boolean | undefined
  opens?: 'menu' | 'dialog' | 'listbox' | undefined
  disabled?: boolean | undefined
  /** Why it is disabled: described, shown in the tooltip, and told by `onClick` to whoever presses it all the same. */
  reason?: string | undefined
  dense?: boolean | undefined
  danger?: boolean | undefined
  buttonRef?: Ref<HTMLButtonElement> | undefined
  tabIndex?: number | undefined
}

/** A square button with an icon. It can be reached while it is disabled, so that a toolbar does not jump under the keyboard. */
export function IconButton(props: IconButtonProps) {
  const platform = usePlatform()
  return (
    <button
      ref={props.buttonRef ?? null}
      type="button"
      class={`svc-icon-button${props.dense ? ' svc-dense' : ''}${props.danger ? ' svc-danger-ink' : ''}`}
      aria-label={props.label}
      aria-description={props.reason}
      data-tip={props.reason === undefined ? props.label : `${props.label} · ${props.reason}`}
      data-keys={props.keys}
      aria-keyshortcuts={props.keys === undefined ? undefined : ariaShortcut(props.keys, platform)}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      aria-haspopup={props.opens}
      aria-disabled={props.disabled === true ? 'true' : undefined}
      tabIndex={props.tabIndex}
      onClick={(event) => (props.disabled !== true || props.reason !== undefined) && props.onClick?.(event)}
    >
      <Icon d={props.icon} size={props.dense ? 14 : 16} />
    </button>
  )
}
