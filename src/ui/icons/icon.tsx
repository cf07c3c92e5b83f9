/** Hidden from assistive technology; the control that shows it has a name. */
export function Icon({ d, size = 16 }: { d: string; size?: 12 | 14 | 16 | 20 }) {
  return (
    <svg class="svc-icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={d} />
    </svg>
  )
}
