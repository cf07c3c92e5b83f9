import type { BatchEstimate, BatchUploadedParseInfo } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { words } from '../words.ts'

interface ListCostProps {
  column: number
  form: (fields: Record<string, string>) => FormData
}

type Estimate = BatchEstimate & { parse_info: BatchUploadedParseInfo }

/** Rows, duplicates and the credits that a file needs, by a dry run of the service. */
export function ListCost({ column, form }: ListCostProps) {
  const { api } = useConsole()
  const { error, isLoading, value } = useLatest(
    (signal) => api.value.upload<Estimate>('/verify/upload', form({ dry_run: 'true' }), { signal }),
    [column],
  )
  if (isLoading) return <p role="status">{words.t('lists.estimating')}</p>
  // The notice has the reason.
  if (value === undefined || error !== undefined) return null
  const { credits_remaining: remaining, credits_required: required, parse_info: info } = value
  const balance = remaining === null ? undefined : words.number(remaining)
  return (
    <div role="status">
      <p>
        {words.t('lists.estimate', {
          rows: words.t('lists.rows', { count: info.total_rows }),
          mailboxes: value.unique_emails,
          duplicates: info.duplicates_removed,
          invalid: info.invalid_skipped,
        })}
      </p>
      <p>
        {words.t('lists.cost', { count: required })}{' '}
        {balance === undefined || remaining === null
          ? null
          : words.t(required > remaining ? 'lists.tooFew' : 'lists.balance', { balance })}
      </p>
    </div>
  )
}
