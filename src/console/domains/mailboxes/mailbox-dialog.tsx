import { type Signal, useSignal } from '@preact/signals'
import { Field, Select } from '../../../ui/fields/index.ts'
import type { CreateDmarcMailbox, DmarcMailbox } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { FormDialog, TextField, typedCount } from '../../parts/index.ts'
import { wordFor, words } from '../texts.ts'

const methods = ['password', 'client_credentials', 'refresh_token'] as const
const security = ['tls', 'starttls', 'none'] as const
const after = ['move', 'mark_read'] as const

interface MailboxDialogProps {
  /** The mailbox to change; a new one without it. */
  mailbox?: DmarcMailbox
  onSaved: (saved: DmarcMailbox) => void
  onClose: () => void
}

/** The settings of a mailbox. Secrets are never shown again, so that a change asks for them. */
export function MailboxDialog({ mailbox, onClose, onSaved }: MailboxDialogProps) {
  const { api } = useConsole()
  const name = useSignal(mailbox?.name ?? words.t('mailboxNameDefault'))
  const host = useSignal(mailbox?.host ?? '')
  const username = useSignal(mailbox?.username ?? '')
  const method = useSignal(chosenOf(methods, mailbox?.auth.method))
  const password = useSignal('')
  const tokenUrl = useSignal(mailbox?.auth.token_url ?? '')
  const clientId = useSignal(mailbox?.auth.client_id ?? '')
  const clientSecret = useSignal('')
  const refreshToken = useSignal('')
  const scope = useSignal(mailbox?.auth.scope ?? '')
  const folder = useSignal(mailbox?.folder ?? 'INBOX')
  const kept = useSignal(chosenOf(after, mailbox?.after))
  const secured = useSignal(chosenOf(security, mailbox?.security))
  const port = useSignal(mailbox === undefined ? '' : String(mailbox.port))

  const credentials = (): CreateDmarcMailbox['auth'] => {
    if (method.value === 'password') return { method: method.value, password: password.value }
    const client = {
      token_url: tokenUrl.value.trim(),
      client_id: clientId.value.trim(),
      ...optional('scope', scope.value),
    }
    return method.value === 'client_credentials'
      ? { method: method.value, ...client, client_secret: clientSecret.value }
      : {
          method: method.value,
          ...client,
          refresh_token: refreshToken.value,
          ...optional('client_secret', clientSecret.value),
        }
  }
  const save = async () => {
    const given: CreateDmarcMailbox = {
      name: name.value,
      host: host.value.trim(),
      username: username.value.trim(),
      auth: credentials(),
      folder: folder.value,
      after: kept.value,
      security: secured.value,
    }
    const body = { ...given, port: typedCount(port.value) ?? undefined }
    onSaved(
      await (mailbox === undefined
        ? api.value.post<DmarcMailbox>('/dmarc/mailboxes', body)
        : api.value.put<DmarcMailbox>(`/dmarc/mailboxes/${mailbox.id}`, body)),
    )
    onClose()
  }
  const title = words.t(mailbox === undefined ? 'mailboxConnect' : 'mailboxChange')
  return (
    <FormDialog title={title} action={words.t('mailboxSave')} onClose={onClose} onSubmit={save}>
      {(problem) => (
        <>
          <TextField label={words.t('mailboxHost')} hint={words.t('mailboxHostHint')} value={host} autofocus isCode />
          <TextField label={words.t('mailboxUser')} value={username} isCode />
          <ChoiceField
            label={words.t('mailboxMethod')}
            hint={words.t('mailboxMethodHint')}
            value={method}
            of={methods}
            texts="method"
          />
          {method.value === 'password' ? (
            <TextField isSecret label={words.t('mailboxPassword')} value={password} />
          ) : (
            <>
              <TextField
                label={words.t('mailboxTokenUrl')}
                hint={words.t('mailboxTokenHint')}
                value={tokenUrl}
                isCode
              />
              <TextField label={words.t('mailboxClient')} value={clientId} isCode />
              <TextField isSecret label={words.t('mailboxSecret')} value={clientSecret} />
              {method.value === 'refresh_token' ? (
                <TextField isSecret label={words.t('mailboxRefresh')} value={refreshToken} />
              ) : null}
              <TextField label={words.t('mailboxScope')} value={scope} isCode />
            </>
          )}
          <details class="more-settings">
            <summary>{words.t('mailboxMore')}</summary>
            <div class="stack">
              <TextField label={words.t('mailboxName')} value={name} />
              <TextField label={words.t('mailboxFolder')} value={folder} />
              <ChoiceField label={words.t('mailboxAfter')} value={kept} of={after} texts="after" />
              <ChoiceField label={words.t('mailboxSecurity')} value={secured} of={security} texts="security" />
              <TextField label={words.t('mailboxPort')} hint={words.t('mailboxPortHint')} value={port} isCode />
            </div>
          </details>
          <p class="bad words" role="alert">
            {problem}
          </p>
        </>
      )}
    </FormDialog>
  )
}

/** The first is the default of the API. */
function chosenOf<T extends string>(values: readonly [T, ...T[]], value: string | undefined): T {
  return values.find((each) => each === value) ?? values[0]
}

const optional = (name: string, value: string) => (value.trim() === '' ? {} : { [name]: value.trim() })

interface ChoiceFieldProps<T extends string> {
  label: string
  hint?: string
  value: Signal<T>
  of: readonly T[]
  /** The words of the values. */
  texts: string
}

function ChoiceField<T extends string>({ hint, label, of, texts, value }: ChoiceFieldProps<T>) {
  return (
    <Field label={label} layout="stack" hint={hint}>
      {({ describedBy, id }) => (
        <Select
          id={id}
          describedBy={describedBy}
          value={value.value}
          options={of.map((each) => ({ value: each, label: wordFor(texts, each) }))}
          onChange={(chosen) => (value.value = chosen)}
        />
      )}
    </Field>
  )
}
