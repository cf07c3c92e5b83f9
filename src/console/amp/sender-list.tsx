import { useSignal } from '@preact/signals'
import { Button, EmptyState } from '../../ui/controls/index.ts'
import { mailIcon, plusIcon } from '../../ui/icons/index.ts'
import type { AmpSender } from '../api/index.ts'
import { CsvDownload, Loaded, ShowMore, usePages } from '../parts/index.ts'
import { Preflight } from './preflight.tsx'
import { RegisterSender } from './register-sender.tsx'
import { wordFor, words } from './texts.ts'

const pageSize = 50

export function SenderList() {
  const isOpen = useSignal(false)
  const list = usePages<AmpSender>('/amp', { limit: pageSize })
  const register = (
    <Button variant="primary" icon={plusIcon} onClick={() => (isOpen.value = true)}>
      {words.t('register')}
    </Button>
  )
  return (
    <>
      <header class="page-head">
        <h1>{words.t('title')}</h1>
        {(list.value?.length ?? 0) > 0 ? (
          <span class="row">
            <CsvDownload path="/amp" name="amp-senders" label={words.t('csv')} />
            {register}
          </span>
        ) : null}
      </header>
      <Loaded from={list}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState icon={mailIcon} title={words.t('none')} text={words.t('noneText')}>
              {register}
            </EmptyState>
          ) : (
            <ul class="stack">
              {data.map((sender) => (
                <li key={sender.id} class="panel">
                  <SenderLine sender={sender} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <ShowMore of={list} />
      <Preflight />
      {isOpen.value ? <RegisterSender onClose={() => (isOpen.value = false)} /> : null}
    </>
  )
}

function SenderLine({ sender: { address, id, registrations } }: { sender: AmpSender }) {
  return (
    <>
      <a href={`/amp/${id}`}>{address}</a>
      <span class="row">
        {registrations.map(({ provider, state }) => (
          <span key={provider} class={`badge ${state === 'approved' ? 'badge-live' : ''}`}>
            {wordFor('provider', provider)}: {wordFor('state', state)}
          </span>
        ))}
      </span>
    </>
  )
}
