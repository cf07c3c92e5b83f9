import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Icon } from '../icons/index.ts'
import { rove, rowAxis } from './roving.ts'

export interface Tab<Value extends string> {
  value: Value
  label: string
  icon?: string
}

export interface TabsProps<Value extends string> {
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
  children: ComponentChildren
  /** Vertical tabs with icons, as in a rail. */
  vertical?: boolean
}

/** Tabs with automatic activation by arrow keys (APG, tabs). */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children, vertical }: TabsProps<Value>) {
  const id = useId()
  return (
    <div class={`svc-tabs${vertical ? ' svc-vertical' : ''}`}>
      <div
        role="tablist"
        aria-label={label}
        aria-orientation={vertical ? 'vertical' : 'horizontal'}
        class="svc-tablist"
        onKeyDown={(event) => {
          const list = event.currentTarget
          const moved = rove(event, list, '[role="tab"]', vertical ? 'column' : rowAxis(list))
          const next = tabs.find((tab) => moved?.id === `${id}-${tab.value}`)
          if (next !== undefined) onChange(next.value)
        }}
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={`${id}-${tab.value}`}
            type="button"
            role="tab"
            class="svc-tab"
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.icon === undefined ? null : <Icon d={tab.icon} size={20} />}
            <span>{tab.label}</span>
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} class="svc-tabpanel" tabIndex={-1}>
        {children}
      </div>
    </div>
  )
}
