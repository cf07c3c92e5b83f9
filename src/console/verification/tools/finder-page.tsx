import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import { Field, TextInput } from '../../../ui/fields/index.ts'
import type { FoundEmail } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { CopyText, Table, useCall } from '../../parts/index.ts'
import { words } from '../words.ts'

const inputs = [
  { name: 'first_name', label: words.t('finder.first'), placeholder: 'Ada' },
  { name: 'last_name', label: words.t('finder.last'), placeholder: 'Lovelace' },
  { name: 'domain', label: words.t('domain'), placeholder: 'example.com' },
] as const

/** From the name of a person and a domain to an email address. */
export function FinderPage() {
  const { api } = useConsole()
  const call = useCall<FoundEmail>()
  const person = useSignal({ first_name: '', last_name: '', domain: '' })
  return (
    <>
      <form
        class="panel tool-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!call.isBusy)
            call.run((signal) => api.value.post<FoundEmail>('/tools/email-finder', person.value, { signal }))
        }}
      >
        <p class="soft">{words.t('finder.intro')}</p>
        <div class="finder-line">
          {inputs.map(({ label, name, placeholder }) => (
            <Field key={name} label={label} layout="stack">
              {({ id }) => (
                <TextInput
                  id={id}
                  placeholder={placeholder}
                  value={person.value[name]}
                  attributes={{ required: 'required' }}
                  onChange={(value) => (person.value = { ...person.value, [name]: value })}
                />
              )}
            </Field>
          ))}
          <Button variant="primary" type="submit" busy={call.isBusy}>
            {words.t('finder.find')}
          </Button>
        </div>
      </form>
      <div aria-live="polite" aria-busy={call.isBusy}>
        {call.result === undefined ? null : <Found found={call.result} />}
      </div>
    </>
  )
}

function Found({ found: { candidates, confidence, credits_used: credits, email, reason } }: { found: FoundEmail }) {
  return (
    <section class="panel">
      {email === null ? (
        <h2>{words.t('finder.nothing')}</h2>
      ) : (
        <>
          <h2>{words.t('finder.confidence', { confidence })}</h2>
          <CopyText label={words.t('email')} text={email} />
        </>
      )}
      <p>
        {words.wordFor('finder', reason)} <span class="soft">{words.t('result.credits', { count: credits })}.</span>
      </p>
      {candidates.length === 0 ? null : (
        <details>
          <summary>{words.t('finder.guesses')}</summary>
          <Table columns={[words.t('email'), words.t('finder.outcome'), { number: words.t('finder.share') }]}>
            {candidates.map((candidate) => (
              <tr key={candidate.email}>
                <td>{candidate.email}</td>
                <td>{words.wordFor('outcome', candidate.outcome)}</td>
                <td class="number">{words.number(candidate.share, { style: 'percent' })}</td>
              </tr>
            ))}
          </Table>
        </details>
      )}
    </section>
  )
}
