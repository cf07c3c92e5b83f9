import { useId } from 'preact/hooks'
import { Icon } from '../icons/index.ts'

export interface Segment<Value extends string> {
  value: Value
  label: string
  /** Shown instead of the label, which becomes the tooltip. */
  icon?: string
}

export interface SegmentedProps<Value extends string> {
  label: string
  segments: readonly Segment<Value>[]
  /** Undefined if nothing is chosen, such as for an inherited value. */
  value: Value | undefined
  /** The inherited value, highlighted less. */
  inherited?: Value | undefined
  onChange: (value: Value) => void
  disabled?: boolean | undefined
  labelledBy?: string | undefined
  /** True if the order is not mirrored in right-to-left languages. */
  isPhysical?: boolean | undefined
}

/** A choice of a few visible options: native radio buttons. */
export function SegmentedControl<Value extends string>(props: SegmentedProps<Value>) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      class="svc-segmented"
      dir={props.isPhysical === true ? 'ltr' : undefined}
      aria-label={props.labelledBy === undefined ? props.label : undefined}
      aria-labelledby={props.labelledBy}
    >
      {props.segments.map(({ value, label, icon }) => (
        <label
          key={value}
          class={`svc-segment${props.value === undefined && props.inherited === value ? ' svc-inherited' : ''}`}
          data-tip={icon === undefined ? undefined : label}
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={props.value === value}
            disabled={props.disabled === true}
            aria-label={icon === undefined ? undefined : label}
            onChange={() => props.onChange(value)}
          />
          {icon === undefined ? <span>{label}</span> : <Icon d={icon} />}
        </label>
      ))}
    </div>
  )
}
