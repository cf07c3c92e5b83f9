import type { ComponentChildren, Ref } from 'preact'
import { ariaShortcut, type Shortcut } from '../keys.ts'
import { Icon } from '../icons/index.ts'
import { usePlatform } from '../locale/index.ts'

export interface ButtonProps {
  children: ComponentChildren
  onClick?: ((event: MouseEvent) => void) | undefined
  /** `primary`: the main action of a view; `plain`: without a border. */
  variant?: 'primary' | 'normal' | 'plain' | 'danger'
  icon?: string | undefined
  disabled?: boolean | undefined
  busy?: boolean | undefined
  type?: 'button' | 'submit'
  dense?: boolean | undefined
  /** Fills the width of its container. */
  wide?: boolean | undefined
  buttonRef?: Ref<HTMLButtonElement> | undefined
  /** Focused when its dialog or popover opens. */
  autofocus?: boolean | undefined
  tip?: string | undefined
  /** Id of the element that describes the button. */
  describedBy?: string | undefined
}

export function Button(props: ButtonProps) {
  const { variant = 'normal', type = 'button', dense, wide } = props
  return (
    <button
      ref={props.buttonRef ?? null}
      type={type}
      class={`svc-button svc-${variant}${dense ? ' svc-dense' : ''}${wide ? ' svc-wide' : ''}`}
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
  /** The accessible name, also shown as a tooltip. */
  label: string
  onClick?: ((event: MouseEvent) => void) | undefined
  keys?: Shortcut | undefined
  /** For toggle buttons. */
  pressed?: boolean | undefined
  expanded?: boolean | undefined
  opens?: 'menu' | 'dialog' | 'listbox' | undefined
  disabled?: boolean | undefined
  /** Reason for being disabled: its description and tooltip; `onClick` is still called and can report it. */
  reason?: string | undefined
  dense?: boolean | undefined
  danger?: boolean | undefined
  buttonRef?: Ref<HTMLButtonElement> | undefined
  tabIndex?: number | undefined
}

/** A square icon button. It stays focusable while disabled, so that the focus in a toolbar does not jump. */
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
