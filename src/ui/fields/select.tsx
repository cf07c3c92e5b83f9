import { Icon, chevronDownIcon } from '../icons/index.ts'

export interface Option<Value extends string = string> {
  value: Value
  label: string
  /** Heading of the option's group. */
  group?: string
}

export interface SelectProps<Value extends string> {
  id?: string | undefined
  label?: string | undefined
  options: readonly Option<Value>[]
  value: Value | undefined
  /** Shown while nothing is chosen. */
  placeholder?: string | undefined
  onChange: (value: Value) => void
  describedBy?: string | undefined
  disabled?: boolean | undefined
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, value, placeholder } = props
  const groups = Map.groupBy(options, (option) => option.group ?? '')
  return (
    <span class="svc-input svc-select">
      <select
        id={props.id}
        aria-label={props.label}
        aria-describedby={props.describedBy}
        disabled={props.disabled === true}
        value={value ?? ''}
        class={value === undefined ? 'svc-placeholder' : undefined}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value)
          if (chosen !== undefined) props.onChange(chosen.value)
        }}
      >
        {value === undefined || !options.some((option) => option.value === value) ? (
          <option value={value ?? ''} disabled>
            {value ?? placeholder ?? ''}
          </option>
        ) : null}
        {[...groups].map(([group, members]) =>
          group === '' ? (
            members.map((option) => <Line key={option.value} {...option} />)
          ) : (
            <optgroup key={group} label={group}>
              {members.map((option) => (
                <Line key={option.value} {...option} />
              ))}
            </optgroup>
          ),
        )}
      </select>
      <Icon d={chevronDownIcon} size={14} />
    </span>
  )
}

function Line({ value, label }: Option) {
  return <option value={value}>{label}</option>
}
