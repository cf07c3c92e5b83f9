import { Select } from '../../ui/fields/index.ts'
import { useConsole } from '../context.ts'
import { words } from './texts.ts'

const ranges = ['7', '30', '90', '365'] as const

/** The chosen number of days, from the query of the URL. */
export function useRange(): number {
  const days = useConsole().router.url.value.query.get('days')
  return Number(ranges.find((each) => each === days) ?? '30')
}

export function RangeSelect() {
  const { router } = useConsole()
  const days = useRange()
  return (
    <Select
      label={words.t('days')}
      value={String(days)}
      options={ranges.map((value) => ({ value, label: words.t('lastDays', { count: value }) }))}
      onChange={(value) => router.go(`${router.url.value.path}?days=${value}`, { replace: true })}
    />
  )
}
