import type { Translator } from '../../ui/locale/index.ts'
import { Table } from '../parts/index.ts'

export interface Series {
  label: string
  tone: 'good' | 'warn' | 'bad' | 'soft' | 'plain'
  /** The text that a chart without color is read by, too. */
  total: number
}

export interface DayValues {
  /** ISO day. */
  day: string
  /** In the order of the series. */
  values: readonly number[]
}

const height = 120

interface DayBarsProps {
  label: string
  series: readonly Series[]
  days: readonly DayValues[]
  words: Pick<Translator<string>, 'number'>
  texts: { day: string; table: string }
}

/** Stacked bars, one for each day, and the same figures as a table. */
export function DayBars({ days, label, series, texts, words }: DayBarsProps) {
  const max = Math.max(1, ...days.map(sumOf))
  const first = days[0]?.day
  const last = days.at(-1)?.day
  return (
    <figure class="chart" aria-label={label}>
      <ul class="chart-keys">
        {series.map(({ label: name, tone, total }) => (
          <li key={name}>
            <span class={`chart-key chart-${tone}`} />
            {name}: {words.number(total)}
          </li>
        ))}
      </ul>
      <div class="chart-plot">
        <span class="chart-max">{words.number(max)}</span>
        <svg viewBox={`0 0 ${Math.max(1, days.length)} ${height}`} preserveAspectRatio="none" aria-hidden="true">
          {days.map((each, index) => (
            <Bar key={each.day} day={each} index={index} max={max} series={series} words={words} />
          ))}
        </svg>
        <p class="chart-ends">
          <span>{first}</span>
          <span>{last}</span>
        </p>
      </div>
      <DayTable days={days} series={series} texts={texts} words={words} />
    </figure>
  )
}

interface BarProps extends Pick<DayBarsProps, 'series' | 'words'> {
  day: DayValues
  index: number
  max: number
}

function Bar({ day, index, max, series, words }: BarProps) {
  let base = height
  const parts = series.map(({ tone }, at) => {
    const size = ((day.values[at] ?? 0) / max) * height
    base -= size
    return <rect key={at} class={`chart-${tone}`} x={index + 0.1} width={0.8} y={base} height={size} />
  })
  const text = series.map(({ label }, at) => `${label}: ${words.number(day.values[at] ?? 0)}`).join(' · ')
  return (
    <g>
      <title>{`${day.day} · ${text}`}</title>
      <rect class="chart-column" x={index} y={0} width={1} height={height} />
      {parts}
    </g>
  )
}

function DayTable({ days, series, texts, words }: Omit<DayBarsProps, 'label'>) {
  return (
    <details class="chart-table">
      <summary>{texts.table}</summary>
      <Table label={texts.table} columns={[texts.day, ...series.map(({ label }) => ({ number: label }))]}>
        {days
          .filter((each) => sumOf(each) > 0)
          .map(({ day, values }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              {series.map(({ label }, at) => (
                <td key={label} class="number">
                  {words.number(values[at] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
      </Table>
    </details>
  )
}

function sumOf({ values }: DayValues): number {
  return values.reduce((sum, value) => sum + value, 0)
}
