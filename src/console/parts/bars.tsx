import { useConsole } from '../context.ts'

export interface ChartBar {
  label: string
  value: number
  /** Of the colors in parts.css. */
  tone?: 'good' | 'warn' | 'bad' | 'plain'
}

interface BarsProps {
  title: string
  /** Heads of the two columns of the table. */
  labels: readonly [string, string]
  bars: readonly ChartBar[]
}

const height = 120
const step = 24

/** Columns over their labels, and the same numbers as a table. */
export function Bars({ title, labels, bars }: BarsProps) {
  const { words } = useConsole()
  const max = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <figure class="bars">
      <figcaption>{title}</figcaption>
      <svg
        class="bars-chart"
        viewBox={`0 0 ${bars.length * step} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        focusable="false"
      >
        {bars.map(({ label, tone = 'plain', value }, index) => (
          <rect
            key={label}
            class={`bar-${tone}`}
            x={index * step + 3}
            y={height - (value / max) * height}
            width={step - 6}
            height={(value / max) * height}
          />
        ))}
      </svg>
      <p class="bars-ends" aria-hidden="true">
        <span>{bars[0]?.label}</span>
        <span>{bars.length > 1 ? bars.at(-1)?.label : ''}</span>
      </p>
      <details>
        <summary>{words.t('chart.table')}</summary>
        <table class="table">
          <thead>
            <tr>
              <th scope="col">{labels[0]}</th>
              <th scope="col" class="number">
                {labels[1]}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td class="number">{words.number(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
