import { useSignal } from '@preact/signals'
import { Button } from '../../ui/controls/index.ts'
import { Field, TextArea } from '../../ui/fields/index.ts'
import type { AmpPreflight } from '../api/index.ts'
import { useConsole } from '../context.ts'
import { Checks } from './checks.tsx'
import { wordFor, words } from './texts.ts'

/** Checks the source of one message as providers do. */
export function Preflight() {
  const { api, report } = useConsole()
  const eml = useSignal('')
  const isBusy = useSignal(false)
  const result = useSignal<AmpPreflight | undefined>(undefined)
  const run = async () => {
    isBusy.value = true
    try {
      result.value = await api.value.post<AmpPreflight>('/amp/preflight', { eml: eml.value })
    } catch (error) {
      report(error)
    }
    isBusy.value = false
  }
  return (
    <section class="panel">
      <h2>{words.t('preflight')}</h2>
      <Field label={words.t('source')} layout="stack" hint={words.t('preflightText')}>
        {({ describedBy, id }) => (
          <TextArea
            id={id}
            isCode
            rows={4}
            describedBy={describedBy}
            value={eml.value}
            onChange={(value) => (eml.value = value)}
          />
        )}
      </Field>
      <div>
        <Button busy={isBusy.value} onClick={() => void run()}>
          {words.t('run')}
        </Button>
      </div>
      <div class="stack" aria-live="polite">
        {result.value === undefined ? null : (
          <>
            {result.value.verdict === null ? null : (
              <h3 class={result.value.verdict === 'ready' ? 'good' : 'bad'}>
                {wordFor('verdict', result.value.verdict)}
              </h3>
            )}
            <Checks checks={result.value.checks} />
          </>
        )}
      </div>
    </section>
  )
}
