import { useSignal } from '@preact/signals'
import { Button } from '../../ui/controls/index.ts'
import { Field, TextArea } from '../../ui/fields/index.ts'
import type { AmpPreflight } from '../api/index.ts'
import { useConsole } from '../context.ts'
import { base64Of, FileDrop } from '../parts/index.ts'
import { Checks } from './checks.tsx'
import { wordFor, words } from './texts.ts'

/** Checks one message as providers do: a file, or its source. `onDone` follows each check. */
export function Preflight({ onDone }: { onDone?: () => void }) {
  const { api, report } = useConsole()
  const eml = useSignal('')
  const isBusy = useSignal(false)
  const result = useSignal<AmpPreflight | undefined>(undefined)
  const run = async (message: { eml: string } | { eml_base64: string }) => {
    isBusy.value = true
    try {
      result.value = await api.value.post<AmpPreflight>('/amp/preflight', message)
      onDone?.()
    } catch (error) {
      report(error)
    }
    isBusy.value = false
  }
  return (
    <section class="panel">
      <h2>{words.t('preflight')}</h2>
      <p class="soft words">{words.t('preflightText')}</p>
      <FileDrop
        title={words.t('dropTitle')}
        text={words.t('dropText')}
        choose={words.t('choose')}
        accept=".eml,message/rfc822"
        onFiles={([file]) =>
          void file?.arrayBuffer().then((bytes) => run({ eml_base64: base64Of(new Uint8Array(bytes)) }))
        }
      />
      <Field label={words.t('orPaste')} layout="stack">
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
        <Button busy={isBusy.value} onClick={() => void run({ eml: eml.value })}>
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
