import { useSignal } from '@preact/signals'
import { Button } from '../../ui/controls/index.ts'
import { useConsole } from '../context.ts'
import { Table } from '../parts/index.ts'
import { AddPasskey } from './add-passkey.tsx'
import { ConfirmPassword } from './confirm-password.tsx'
import type { AccountPageProps } from './page-props.ts'
import { RenamePasskey } from './rename-passkey.tsx'
import type { Passkey } from './resources.ts'
import { words } from './words.ts'

type Opened = 'add' | { rename: Passkey } | { remove: Passkey }

/** The passkeys of the account, and why none can be added here. */
export function PasskeyPanel({ account: { passkey_origin: origin, passkeys }, onChange }: AccountPageProps) {
  const { toaster } = useConsole()
  const opened = useSignal<Opened | undefined>(undefined)
  const close = () => (opened.value = undefined)
  const finish = (text: string) => () => {
    close()
    toaster.show(text)
    onChange()
  }
  const refusal = refusalAt(origin)
  const dialog = opened.value
  return (
    <section class="panel">
      <h2>{words.t('passkeys')}</h2>
      <p>{words.t('passkeysText')}</p>
      {passkeys.length === 0 ? (
        <p class="soft">{words.t('passkeyNone')}</p>
      ) : (
        <Table label={words.t('passkeys')} columns={[words.t('passkeyName')]} hasActions>
          {passkeys.map((passkey) => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => (opened.value = { rename: passkey })}
              onRemove={() => (opened.value = { remove: passkey })}
            />
          ))}
        </Table>
      )}
      {refusal === undefined ? (
        <div class="row">
          <Button onClick={() => (opened.value = 'add')}>{words.t('passkeyAdd')}</Button>
        </div>
      ) : (
        <p class="soft">{refusal}</p>
      )}
      {dialog === 'add' ? <AddPasskey onAdded={finish(words.t('passkeyAdded'))} onClose={close} /> : null}
      {typeof dialog === 'object' && 'rename' in dialog ? (
        <RenamePasskey passkey={dialog.rename} onRenamed={finish(words.t('passkeyRenamed'))} onClose={close} />
      ) : null}
      {typeof dialog === 'object' && 'remove' in dialog ? (
        <ConfirmPassword
          title={words.t('passkeyRemoveTitle', { name: dialog.remove.name })}
          text={words.t('passkeyRemoveText')}
          action={words.t('passkeyRemove')}
          path={`passkeys/${dialog.remove.id}/remove`}
          onDone={finish(words.t('passkeyRemoved'))}
          onClose={close}
        />
      ) : null}
    </section>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

function PasskeyRow({ passkey, onRemove, onRename }: PasskeyRowProps) {
  const { created_at: created, last_used_at: used, name } = passkey
  const day = (instant: string) => words.ago(Date.now() - Date.parse(instant))
  return (
    <tr>
      <th scope="row">
        <b>{name}</b>
        <small class="soft second-line">
          {words.t(used === null ? 'passkeyUnused' : 'passkeyUsed', {
            added: day(created),
            used: used === null ? '' : day(used),
          })}
        </small>
      </th>
      <td class="actions">
        <div class="tight-row" role="group" aria-label={words.t('passkeyActions', { name })}>
          <Button dense onClick={onRename}>
            {words.t('passkeyRename')}
          </Button>
          <Button dense onClick={onRemove}>
            {words.t('passkeyRemove')}
          </Button>
        </div>
      </td>
    </tr>
  )
}

/** Why this page adds no passkey; undefined if it does. */
function refusalAt(origin: string | null): string | undefined {
  if (origin === null) return words.t('passkeyUrl')
  if (origin !== location.origin) return words.t('passkeyOrigin', { url: origin })
  const isSupported = 'PublicKeyCredential' in globalThis && 'parseCreationOptionsFromJSON' in PublicKeyCredential
  return isSupported ? undefined : words.t('passkeyBrowser')
}
