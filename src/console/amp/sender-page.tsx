import { useSignal } from '@preact/signals'
import { Button } from '../../ui/controls/index.ts'
import { Icon, chevronLeftIcon } from '../../ui/icons/index.ts'
import type { AmpSenderDetail } from '../api/index.ts'
import { useConsole } from '../context.ts'
import { useLatest } from '../latest.ts'
import { LabelledText, Loaded } from '../parts/index.ts'
import { Checks } from './checks.tsx'
import { Registrations } from './registrations.tsx'
import { wordFor, words } from './texts.ts'

/** One sender: the state at each provider, what its records lack, and what to write into each form. */
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
            <FormAnswers sender={sender} />
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

function FormAnswers({ sender: { form_answers: forms } }: { sender: AmpSenderDetail }) {
  return (
    <>
      {forms.map(({ answers, example_to: exampleTo, form_url: url, provider, reviewed_on: day }) => (
        <section key={provider} class="panel">
          <div class="panel-head">
            <h2>{words.t('answers', { provider: wordFor('provider', provider) })}</h2>
            {url === null ? null : (
              <a href={url} target="_blank" rel="noreferrer">
                {words.t('openForm')}
              </a>
            )}
          </div>
          {exampleTo === null ? null : <LabelledText label={words.t('exampleTo')} text={exampleTo} />}
          {answers.map(({ answer, id, label }) =>
            answer === null ? (
              <p key={id} class="warn words">
                {label}: {words.t('missing')}
              </p>
            ) : (
              <LabelledText key={id} label={label} text={answer} />
            ),
          )}
          <p class="soft">{words.t('reviewed', { day })}</p>
        </section>
      ))}
    </>
  )
}
