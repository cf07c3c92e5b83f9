import { useSignal } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { IconButton, rove } from '../controls/index.ts'
import { Icon, checkIcon } from '../icons/index.ts'
import { type Shortcut, printShortcut } from '../keys.ts'
import { usePlatform } from '../locale/index.ts'
import { Popover, type PopoverProps } from './popover.tsx'

/** An item or a separator. */
export type MenuItem =
  | {
      label: string
      run: () => void
      icon?: string | undefined
      keys?: Shortcut | undefined
      disabled?: boolean | undefined
      /** Reason for being disabled: its description, shown beside it; `run` is still called and can report it. */
      reason?: string | undefined
      danger?: boolean | undefined
      /** For items that toggle. */
      checked?: boolean | undefined
    }
  | 'line'

export interface MenuProps extends Pick<PopoverProps, 'anchor' | 'onClose' | 'side' | 'align'> {
  label: string
  items: readonly MenuItem[]
}

const itemSelector = '[role^="menuitem"]'

/** A floating menu (APG, menu): arrows, Home, End, first letters; choosing an item closes it. */
export function Menu({ label, items, ...popover }: MenuProps) {
  const platform = usePlatform()
  const list = useRef<HTMLDivElement>(null)
  const before = useMemo(() => document.activeElement as HTMLElement | null, [])
  useLayoutEffect(() => {
    list.current?.querySelector<HTMLElement>(itemSelector)?.setAttribute('tabindex', '0')
  }, [])
  return (
    <Popover {...popover}>
      <div
        ref={list}
        role="menu"
        aria-label={label}
        class="svc-menu"
        // Releasing the key that opened the menu would open the browser's own context menu.
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key === 'Tab') popover.onClose()
          rove(event, event.currentTarget, itemSelector, 'column')
          typeAhead(event, event.currentTarget)
        }}
      >
        {items.map((item, index) =>
          item === 'line' ? (
            <div key={index} role="separator" class="svc-menu-line" />
          ) : (
            <button
              key={item.label}
              type="button"
              role={item.checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
              aria-checked={item.checked}
              aria-disabled={item.disabled === true ? 'true' : undefined}
              aria-description={item.reason}
              data-tip={item.reason}
              data-tip-side={item.reason === undefined ? undefined : 'end'}
              class={`svc-menu-item${item.danger ? ' svc-danger-ink' : ''}`}
              tabIndex={-1}
              onClick={() => {
                if (item.disabled === true && item.reason === undefined) return
                popover.onClose()
                // The command may remove the previously focused element, or open something that restores the focus
                // later.
                ;('current' in popover.anchor ? popover.anchor.current : before)?.focus()
                item.run()
              }}
            >
              {item.checked === true ? (
                <Icon d={checkIcon} />
              ) : item.icon === undefined ? (
                <span class="svc-menu-blank" />
              ) : (
                <Icon d={item.icon} />
              )}
              <span class="svc-menu-label">{item.label}</span>
              {item.keys === undefined ? null : <kbd>{printShortcut(item.keys, platform)}</kbd>}
            </button>
          ),
        )}
      </div>
    </Popover>
  )
}

export function MenuButton(props: {
  icon: string
  label: string
  items: () => readonly MenuItem[]
  dense?: boolean
  align?: 'start' | 'end'
}) {
  const isOpen = useSignal(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <span class="svc-anchor">
      <IconButton
        icon={props.icon}
        label={props.label}
        opens="menu"
        expanded={isOpen.value}
        dense={props.dense}
        buttonRef={button}
        onClick={() => (isOpen.value = !isOpen.value)}
      />
      {isOpen.value ? (
        <Menu
          label={props.label}
          anchor={button}
          align={props.align ?? 'start'}
          items={props.items()}
          onClose={() => (isOpen.value = false)}
        />
      ) : null}
    </span>
  )
}

function typeAhead(event: KeyboardEvent, menu: HTMLElement): void {
  if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
  const items = [...menu.querySelectorAll<HTMLElement>(itemSelector)]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const ordered = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  const letter = event.key.toLocaleLowerCase()
  ordered.find((item) => item.textContent?.trim().toLocaleLowerCase().startsWith(letter))?.focus()
}
