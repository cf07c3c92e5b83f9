import type { Signal } from '@preact/signals'

/** A checkbox with its label. */
export function Option({ label, value }: { label: string; value: Signal<boolean> }) {
  return (
    <label class="option">
      <input type="checkbox" checked={value.value} onChange={(event) => (value.value = event.currentTarget.checked)} />
      {label}
    </label>
  )
}
