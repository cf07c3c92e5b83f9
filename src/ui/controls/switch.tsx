export interface SwitchProps {
  id?: string | undefined
  label?: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean | undefined
  describedBy?: string | undefined
}

export function Switch({ id, label, checked, onChange, disabled, describedBy }: SwitchProps) {
  return (
    <input
      id={id}
      type="checkbox"
      role="switch"
      class="svc-switch"
      aria-label={label}
      aria-describedby={describedBy}
      checked={checked}
      disabled={disabled === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
