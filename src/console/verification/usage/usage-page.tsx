import { EmptyState } from '../../../ui/controls/index.ts'
import { Select } from '../../../ui/fields/index.ts'
import { checksIcon } from '../../../ui/icons/index.ts'
import type { CreditUsage } from '../../api/index.ts'
import { DayBars } from '../../charts/day-bars.tsx'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { Loaded } from '../../parts/index.ts'
import { words } from '../words.ts'
import { daysOf, lastMonths, printMonth } from './months.ts'
import { UsageTable } from './usage-table.tsx'

const shownMonths = 12

/** Credits of the company, and what the project spent in a month. */
export function UsagePage() {
  const { api, router } = useConsole()
  const months = lastMonths(new Date(), shownMonths)
  const month = router.url.value.query.get('month') ?? months[0] ?? ''
  const usage = useLatest(
    (signal) => api.value.get<CreditUsage>('/account/usage', { query: { month }, signal }),
    [month],
  )
  return (
    <>
      <div class="usage-month">
        <Select
          label={words.t('usage.month')}
          value={month}
          options={months.map((value) => ({ value, label: printMonth(value) }))}
          onChange={(value) => router.go(`/verification/credits?month=${value}`)}
        />
      </div>
      <Loaded from={usage}>
        {(value) => (
          <>
            <Balance usage={value} />
            {value.daily_usage.length === 0 ? (
              <EmptyState icon={checksIcon} title={words.t('usage.none')} text={words.t('usage.noneText')} />
            ) : (
              <section class="panel">
                <h2>{words.t('usage.daily')}</h2>
                <DailyCredits month={month} usage={value} />
                <UsageTable operations={value.breakdown} />
              </section>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

function DailyCredits({ month, usage: { daily_usage: daily } }: { month: string; usage: CreditUsage }) {
  const consoleWords = useConsole().words
  return (
    <DayBars
      label={words.t('usage.daily')}
      words={words}
      texts={{ day: words.t('usage.day'), table: consoleWords.t('chart.table') }}
      series={[
        {
          label: words.t('usage.credits'),
          tone: 'plain',
          total: daily.reduce((sum, { credits }) => sum + credits, 0),
        },
      ]}
      days={daysOf(month).map((day) => ({
        day,
        values: [daily.find(({ date }) => date === day)?.credits ?? 0],
      }))}
    />
  )
}

function Balance({ usage: { held, limit, period_end: end, plan, remaining, used } }: { usage: CreditUsage }) {
  if (limit === null || remaining === null)
    return (
      <section class="panel">
        <h2>{words.t('usage.unlimited')}</h2>
        <p class="soft">{words.t('usage.usedFree', { used, plan })}</p>
      </section>
    )
  const date = words.dateTime(new Date(end))
  return (
    <section class="panel">
      <h2>{words.t('usage.left', { count: remaining, date })}</h2>
      <meter
        class="verdict-score"
        min={0}
        max={limit}
        low={limit / 10}
        value={remaining}
        aria-label={words.t('usage.left', { count: remaining, date })}
      />
      <p class="soft">{words.t('usage.used', { used, limit, plan, held })}</p>
      {remaining < limit / 10 ? <p>{words.t('usage.low')}</p> : null}
    </section>
  )
}
