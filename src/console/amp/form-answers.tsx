import { useSignal } from '@preact/signals'
import { Button } from '../../ui/controls/index.ts'
import type { AmpSenderDetail } from '../api/index.ts'
import { LabelledText } from '../parts/index.ts'
import { SenderDetails } from './sender-details.tsx'
import { wordFor, words } from './texts.ts'

interface FormAnswersProps {
  sender: AmpSenderDetail
  onChange: (sender: AmpSenderDetail) => void
}

/** What to write into the form of the providers, which is one for all, and where to send an example. */
export function FormAnswers({ onChange, sender }: FormAnswersProps) {
  const isOpen = useSignal(false)
  const [form] = sender.form_answers
  if (form === undefined) return null
  const { answers, form_url: url, reviewed_on: day } = form
  const missing = answers.filter(({ answer }) => answer === null)
  return (
    <section class="panel">
      <div class="panel-head">
        <h2>{words.t('answers')}</h2>
        <span class="row">
          {url === null ? null : (
            <a href={url} target="_blank" rel="noreferrer">
              {words.t('openForm')}
            </a>
          )}
          <Button onClick={() => (isOpen.value = true)}>{words.t('details')}</Button>
        </span>
      </div>
      <p class="soft words">
        {words.t('answersText')} {words.t('reviewed', { day })}
      </p>
      {sender.form_answers.map(({ example_to: exampleTo, provider }) => {
        const label = words.t('exampleTo', { provider: wordFor('provider', provider) })
        return exampleTo === null ? null : <LabelledText key={provider} label={label} text={exampleTo} />
      })}
      {answers.map(({ answer, id, label }) =>
        answer === null ? null : <LabelledText key={id} label={label} text={answer} />,
      )}
      {missing.length === 0 ? null : (
        <div class="words">
          <h3>{words.t('missing')}</h3>
          <ul>
            {missing.map(({ id, label }) => (
              <li key={id}>
                {label} <span class="soft">{words.t(sourceOf(id))}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {isOpen.value ? (
        <SenderDetails sender={sender} onSaved={onChange} onClose={() => (isOpen.value = false)} />
      ) : null}
    </section>
  )
}

/** Where a missing answer comes from. */
function sourceOf(id: string) {
  if (id === 'policy') return 'fromRecords'
  return id === 'unsubscribe' || id === 'dkim_domains' || id === 'example_subject' ? 'fromMessage' : 'fromDetails'
}
