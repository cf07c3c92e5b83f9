import type { ComponentChildren } from 'preact'

export function Figures({ children }: { children: ComponentChildren }) {
  return <dl class="figures">{children}</dl>
}

export function Figure({ label, note, value }: { label: string; value: string; note?: string | undefined }) {
  return (
    <div class="figure">
      <dt>{label}</dt>
      <dd>
        <b>{value}</b>
        {note === undefined ? null : <small>{note}</small>}
      </dd>
    </div>
  )
}
