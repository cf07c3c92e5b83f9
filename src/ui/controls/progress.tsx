/** How far something is, 0 to 1; without a value only that it goes on. */
export function Progress({ label, value }: { label: string; value?: number | undefined }) {
  return (
    <progress class="svc-progress" aria-label={label} {...(value === undefined ? {} : { value })}>
      {label}
    </progress>
  )
}

/** A small turning ring, for places where a bar would be too much. Comes after 300 ms, so that quick things do not flicker. */
export function Spinner({ label }: { label: string }) {
  return <span class="svc-spinner" role="status" aria-label={label} />
}
