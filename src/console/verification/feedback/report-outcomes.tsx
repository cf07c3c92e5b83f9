import { useSignal } from '@preact/signals'
import { SegmentedControl } from '../../../ui/controls/index.ts'
import type { VerificationFeedbackManyRecorded } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { FormDialog } from '../../parts/index.ts'
import { type ReadRow } from '../rows/read-rows.ts'
import { RowsInput, type RowsSource, rowsOf } from '../rows/rows-input.tsx'
import { type Outcome, outcomes } from './outcomes.ts'
import { words } from './words.ts'

/** Reports of one request (limits of the API). */
const reportsAtOnce = 10_000

interface ReportOutcomesProps {
  onStored: () => void
  onClose: () => void
}

/** One outcome for pasted addresses, or a file with an outcome for each. What is refused stays to be corrected. */
export function ReportOutcomes({ onStored, onClose }: ReportOutcomesProps) {
  const { api, toaster } = useConsole()
  const outcome = useSignal<Outcome>('bounced')
  const source = useSignal<RowsSource>({ text: '' })
  const notice = useSignal('')
  const rows = rowsOf(source.value).filter(({ value }) => value !== '')
  const store = async () => {
    if (rows.length === 0) return void (notice.value = words.t('nothing'))
    const refused: { email: string; message: string }[] = []
    let accepted = 0
    const reports = rows.map((row) => reportOf(row, outcome.value))
    for (let at = 0; at < reports.length; at += reportsAtOnce) {
      const part = reports.slice(at, at + reportsAtOnce)
      const result = await api.value.post<VerificationFeedbackManyRecorded>('/verify/feedback/bulk', { reports: part })
      accepted += result.accepted
      refused.push(...result.refused.map(({ index, message }) => ({ email: part[index]?.email ?? '', message })))
    }
    if (accepted > 0) {
      onStored()
      toaster.show(words.t('stored', { count: accepted }))
    }
    const [first] = refused
    if (first === undefined) return onClose()
    source.value = { text: refused.map(({ email }) => email).join('\n') }
    notice.value = words.t('refused', { count: refused.length, message: first.message })
  }
  return (
    <FormDialog
      title={words.t('addTitle')}
      action={rows.length === 0 ? words.t('addNone') : words.t('addAction', { count: rows.length })}
      onClose={onClose}
      onSubmit={store}
    >
      {(problem) => (
        <>
          <div class="stack">
            <SegmentedControl
              label={words.t('outcome')}
              value={outcome.value}
              segments={outcomes.map((value) => ({ value, label: words.t(`outcome.${value}`) }))}
              onChange={(value) => (outcome.value = value)}
            />
            <p class="soft">{words.t(`about.${outcome.value}`)}</p>
          </div>
          <RowsInput
            source={source}
            label={words.t('values')}
            hint={words.t('valuesHint')}
            placeholder={words.t('example')}
          />
          <p class="bad" role="alert">
            {problem ?? notice.value}
          </p>
        </>
      )}
    </FormDialog>
  )
}

/** Columns of the file precede what was chosen for all; a bounce without details is a hard one. */
function reportOf({ cell, value: email }: ReadRow, chosen: Outcome) {
  const [outcome, type, reply, at] = [
    cell('outcome') || chosen,
    cell('bounce_type'),
    cell('reply'),
    cell('occurred_at'),
  ]
  const isVague = outcome === 'bounced' && type === '' && reply === ''
  return {
    email,
    outcome,
    ...(isVague ? { bounce_type: 'hard' } : {}),
    ...(type === '' ? {} : { bounce_type: type }),
    ...(reply === '' ? {} : { reply }),
    ...(at === '' ? {} : { occurred_at: at }),
  }
}
