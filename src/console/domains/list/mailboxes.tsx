import { Button } from '../../../ui/controls/index.ts'
import type { DmarcMailbox, DmarcMailboxPage } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { CsvDownload } from '../../parts/index.ts'
import { words } from '../texts.ts'

/** Mailboxes that are read over IMAP, where the project has any. */
export function Mailboxes() {
  const { api } = useConsole()
  const list = useLatest((signal) => api.value.get<DmarcMailboxPage>('/dmarc/mailboxes', { signal }), [])
  const mailboxes = list.value?.data ?? []
  if (mailboxes.length === 0) return null
  return (
    <section class="panel">
      <div class="panel-head">
        <h2>{words.t('mailboxes')}</h2>
        <CsvDownload path="/dmarc/mailboxes" name="mailboxes" label={words.t('csv')} />
      </div>
      <p class="soft words">{words.t('mailboxText')}</p>
      <ul class="stack">
        {mailboxes.map((mailbox) => (
          <Mailbox key={mailbox.id} mailbox={mailbox} onChange={list.reload} />
        ))}
      </ul>
    </section>
  )
}

function Mailbox({ mailbox, onChange }: { mailbox: DmarcMailbox; onChange: () => void }) {
  const { api, report } = useConsole()
  const { error, host, id, messages, name, reports, state } = mailbox
  const poll = () => void api.value.post(`/dmarc/mailboxes/${id}/poll`).then(onChange, report)
  return (
    <li class="panel-head">
      <span>
        <b>{name}</b> <span class="soft">{host}</span>
        <br />
        <span class={state === 'failing' ? 'bad' : 'soft'}>
          {error ?? words.t('mailboxState', { messages, reports })}
        </span>
      </span>
      <Button onClick={poll}>{words.t('poll')}</Button>
    </li>
  )
}
