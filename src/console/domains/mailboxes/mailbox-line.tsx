import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import { moreIcon } from '../../../ui/icons/index.ts'
import { MenuButton } from '../../../ui/overlays/index.ts'
import type { DmarcMailbox } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { ConfirmDialog } from '../../parts/index.ts'
import { words } from '../texts.ts'
import { MailboxDialog } from './mailbox-dialog.tsx'
import { testMailbox } from './test-mailbox.ts'

/** A mailbox with its state and what can be done. */
export function MailboxLine({ mailbox, onChange }: { mailbox: DmarcMailbox; onChange: () => void }) {
  const context = useConsole()
  const { api, report } = context
  const open = useSignal<'settings' | 'removal' | undefined>(undefined)
  const { enabled, error, host, id, name, state } = mailbox
  const close = () => (open.value = undefined)
  const act = (call: Promise<unknown>) => void call.then(onChange, report)
  const path = `/dmarc/mailboxes/${id}`
  return (
    <li class="panel-head">
      <span class="words">
        <b>{name}</b> <span class="soft">{host}</span>
        <br />
        <span class={state === 'failing' && enabled ? 'bad' : 'soft'}>
          {enabled ? (error ?? stateOf(mailbox)) : words.t('mailboxPaused')}
        </span>
      </span>
      <span class="row">
        {enabled ? <Button onClick={() => act(api.value.post(`${path}/poll`))}>{words.t('poll')}</Button> : null}
        <MenuButton
          align="end"
          icon={moreIcon}
          label={words.t('mailboxActions', { name })}
          items={() => [
            { label: words.t('mailboxTest'), run: () => void testMailbox(context, mailbox) },
            { label: words.t('mailboxChange'), run: () => (open.value = 'settings') },
            {
              label: words.t(enabled ? 'mailboxPause' : 'mailboxResume'),
              run: () => act(api.value.put(path, { enabled: !enabled })),
            },
            { label: words.t('mailboxRemove'), danger: true, run: () => (open.value = 'removal') },
          ]}
        />
      </span>
      {open.value === 'settings' ? (
        <MailboxDialog
          mailbox={mailbox}
          onSaved={(saved) => void testMailbox(context, saved).then(onChange)}
          onClose={close}
        />
      ) : null}
      {open.value === 'removal' ? (
        <ConfirmDialog
          title={words.t('mailboxRemove')}
          text={words.t('mailboxRemoveText', { name })}
          action={words.t('mailboxRemove')}
          onConfirm={() => {
            close()
            act(api.value.remove(path))
          }}
          onClose={close}
        />
      ) : null}
    </li>
  )
}

function stateOf({ last_run_at: at, messages, reports }: DmarcMailbox): string {
  if (at === null) return words.t('mailboxNew')
  return words.t('mailboxState', { messages, reports, ago: words.ago(Date.now() - Date.parse(at)) })
}
