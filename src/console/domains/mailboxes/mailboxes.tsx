import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import { plusIcon } from '../../../ui/icons/index.ts'
import type { DmarcMailboxPage } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useLatest } from '../../latest.ts'
import { CsvDownload } from '../../parts/index.ts'
import { words } from '../texts.ts'
import { MailboxDialog } from './mailbox-dialog.tsx'
import { MailboxLine } from './mailbox-line.tsx'
import { testMailbox } from './test-mailbox.ts'

/** Mailboxes that are read over IMAP. */
export function Mailboxes() {
  const context = useConsole()
  const isAdding = useSignal(false)
  const list = useLatest((signal) => context.api.value.get<DmarcMailboxPage>('/dmarc/mailboxes', { signal }), [])
  if (list.value === undefined) return null
  const mailboxes = list.value.data
  return (
    <section class="panel">
      <div class="panel-head">
        <h2>{words.t('mailboxes')}</h2>
        <span class="row">
          {mailboxes.length === 0 ? null : (
            <CsvDownload path="/dmarc/mailboxes" name="mailboxes" label={words.t('csv')} />
          )}
          <Button icon={plusIcon} onClick={() => (isAdding.value = true)}>
            {words.t('mailboxConnect')}
          </Button>
        </span>
      </div>
      <p class="soft words">{words.t('mailboxText')}</p>
      <ul class="stack">
        {mailboxes.map((mailbox) => (
          <MailboxLine key={mailbox.id} mailbox={mailbox} onChange={list.reload} />
        ))}
      </ul>
      {isAdding.value ? (
        <MailboxDialog
          onSaved={(saved) => {
            list.reload()
            void testMailbox(context, saved).then(list.reload)
          }}
          onClose={() => (isAdding.value = false)}
        />
      ) : null}
    </section>
  )
}
