import { useSignal } from '@preact/signals'
import { Button, EmptyState } from '../../../ui/controls/index.ts'
import { checksIcon, plusIcon } from '../../../ui/icons/index.ts'
import type { VerificationFeedbackSummary } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { Loaded } from '../../parts/index.ts'
import { Agreement } from './agreement.tsx'
import { ReportOutcomes } from './report-outcomes.tsx'
import { words } from './words.ts'

/** How often verdicts were right, by what the project reported. */
export function FeedbackPage() {
  const { api } = useConsole()
  const summary = useLatest((signal) => api.value.get<VerificationFeedbackSummary>('/verify/feedback', { signal }), [])
  const isAdding = useSignal(false)
  const add = (
    <Button variant="primary" icon={plusIcon} onClick={() => (isAdding.value = true)}>
      {words.t('add')}
    </Button>
  )
  return (
    <>
      <div class="panel-head">
        <p class="soft words">{words.t('intro')}</p>
        {summary.value?.mailboxes === 0 ? null : add}
      </div>
      <Loaded from={summary}>
        {(value) =>
          value.mailboxes === 0 ? (
            <EmptyState icon={checksIcon} title={words.t('none')} text={words.t('noneText')}>
              {add}
              <a href="/docs/guide/verification#feedback">{words.t('api')}</a>
            </EmptyState>
          ) : (
            <Agreement summary={value} />
          )
        }
      </Loaded>
      {isAdding.value ? <ReportOutcomes onStored={summary.reload} onClose={() => (isAdding.value = false)} /> : null}
    </>
  )
}
