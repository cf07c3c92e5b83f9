import { useSignal } from '@preact/signals'
import { Button } from '../../ui/controls/index.ts'
import { Icon, chevronLeftIcon } from '../../ui/icons/index.ts'
import type { AmpSenderDetail } from '../api/index.ts'
import { useConsole } from '../context.ts'
import { useLatest } from '../latest.ts'
import { Loaded } from '../parts/index.ts'
import { Checks } from './checks.tsx'
import { FormAnswers } from './form-answers.tsx'
import { Preflight } from './preflight.tsx'
import { Registrations } from './registrations.tsx'
import { words } from './texts.ts'

/** One sender: the state at each provider, what its records and messages lack, and what to write into the form. */
export function SenderPage({ id }: { id: string }) {
  const { api } = useConsole()
  const latest = useLatest((signal) => api.value.get<AmpSenderDetail>(`/amp/${id}`, { signal }), [id])
  return (
    <>
      <a class="row" href="/amp">
        <Icon d={chevronLeftIcon} size={14} />
        {words.t('back')}
      </a>
      <Loaded from={latest}>
        {(sender) => (
          <>
            <header class="page-head">
              <h1>{sender.address}</h1>
            </header>
            <Registrations sender={sender} onChange={latest.change} />
            <SenderChecks sender={sender} onChange={latest.change} />
            <Preflight onDone={latest.reload} />
            <FormAnswers sender={sender} onChange={latest.change} />
          </>
        )}
      </Loaded>
    </>
  )
}

interface SenderChecksProps {
  sender: AmpSenderDetail
  onChange: (sender: AmpSenderDetail) => void
}

function SenderChecks({ onChange, sender }: SenderChecksProps) {
  const { api, report } = useConsole()
  const isBusy = useSignal(false)
  const check = async () => {
    isBusy.value = true
    try {
      onChange(await api.value.post<AmpSenderDetail>(`/amp/${sender.id}/check`))
    } catch (error) {
      report(error)
    }
    isBusy.value = false
  }
  const { checked_at: at, checks } = sender
  return (
    <section class="panel" aria-live="polite">
      <div class="panel-head">
        <h2>{words.t('checks')}</h2>
        <span class="row">
          <span class="soft">
            {at === null ? words.t('notChecked') : words.t('checked', { ago: words.ago(Date.now() - Date.parse(at)) })}
          </span>
          <Button busy={isBusy.value} onClick={() => void check()}>
            {words.t('check')}
          </Button>
        </span>
      </div>
      <Checks checks={checks} />
    </section>
  )
}
