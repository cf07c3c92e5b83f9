import type { Signal } from '@preact/signals'

interface ChoicesProps {
  label: string
  options: readonly { value: string; label: string }[]
  chosen: Signal<readonly string[]>
}

/** Several checkboxes under one label. */
export function Choices({ label, options, chosen }: ChoicesProps) {
  return (
    <fieldset class="choices">
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="checkbox"
            checked={chosen.value.includes(option.value)}
            onChange={({ currentTarget }) =>
              (chosen.value = currentTarget.checked
                ? [...chosen.value, option.value]
                : chosen.value.filter((each) => each !== option.value))
            }
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
