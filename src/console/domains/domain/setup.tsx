import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import type { DmarcDomain, DnsFinding, DnsRecordToPublish } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { LabelledText } from '../../parts/index.ts'
import { wordFor, words } from '../texts.ts'
import { RemoveDomain } from './remove-domain.tsx'

/** The records to publish, and what the domain publishes now. */
export function Setup({ domain, onChange }: { domain: DmarcDomain; onChange: (domain: DmarcDomain) => void }) {
  const { authorization_record: consent, reporting_address: mailbox, tls_report_url: tlsUrl } = domain
  return (
    <>
      <section class="panel">
        <h2>{words.t('step1')}</h2>
        {mailbox === null ? <p class="warn words">{words.t('noAddress')}</p> : null}
        <RecordToPublish record={domain.record} />
      </section>
      {consent === null ? null : (
        <section class="panel">
          <h2>{words.t('step2', { domain: domain.domain })}</h2>
          <RecordToPublish record={consent} />
        </section>
      )}
      <PublishedRecords domain={domain} onChange={onChange} />
      <section class="panel">
        <LabelledText label={words.t('tlsUrl')} text={tlsUrl} />
        <p class="soft words">{words.t('tlsHint', { domain: domain.domain })}</p>
      </section>
      <RemoveDomain domain={domain} />
    </>
  )
}

export function RecordToPublish({ record: { name, type, value } }: { record: DnsRecordToPublish }) {
  return (
    <>
      <LabelledText label={words.t('recordName', { type })} text={name} />
      <LabelledText label={words.t('recordValue')} text={value} />
    </>
  )
}

function PublishedRecords({ domain, onChange }: { domain: DmarcDomain; onChange: (domain: DmarcDomain) => void }) {
  const { api, report } = useConsole()
  const isBusy = useSignal(false)
  const check = async () => {
    isBusy.value = true
    try {
      onChange(await api.value.post<DmarcDomain>(`/dmarc/domains/${domain.id}/verify`))
    } catch (error) {
      report(error)
    }
    isBusy.value = false
  }
  const { verification } = domain
  return (
    <section class="panel" aria-live="polite">
      <div class="panel-head">
        <h2>{words.t(domain.authorization_record === null ? 'stepCheck' : 'step3')}</h2>
        <Button variant="primary" busy={isBusy.value} onClick={() => void check()}>
          {words.t('check')}
        </Button>
      </div>
      {verification === null ? (
        <p class="soft words">{words.t('notChecked')}</p>
      ) : (
        <>
          <p class={verification.state === 'verified' ? 'good words' : 'warn words'}>
            {wordFor('state', verification.state)}{' '}
            <span class="soft">
              {words.t('checked', { ago: words.ago(Date.now() - Date.parse(verification.checked_at)) })}
            </span>
          </p>
          {verification.record === null ? null : (
            <LabelledText label={words.t('published')} text={verification.record} />
          )}
          <Findings findings={verification.findings} />
        </>
      )}
    </section>
  )
}

function Findings({ findings }: { findings: readonly DnsFinding[] }) {
  if (findings.length === 0) return null
  return (
    <ul class="words">
      {findings.map(({ code, fix, message, severity, why }) => (
        <li key={code}>
          <b class={severity === 'error' ? 'bad' : severity === 'warning' ? 'warn' : undefined}>{message}</b> {why}{' '}
          {fix === undefined ? null : <span class="soft">{fix}</span>}
        </li>
      ))}
    </ul>
  )
}
