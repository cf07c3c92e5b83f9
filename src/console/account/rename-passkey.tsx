import { useSignal } from '@preact/signals'
import { Field, TextInput } from '../../ui/fields/index.ts'
import { useConsole } from '../context.ts'
import { FormDialog } from '../parts/index.ts'
import type { Passkey } from './resources.ts'
import { words } from './words.ts'

interface RenamePasskeyProps {
  passkey: Passkey
  onRenamed: () => void
  onClose: () => void
}

export function RenamePasskey({ passkey, onClose, onRenamed }: RenamePasskeyProps) {
  const { api } = useConsole()
  const name = useSignal(passkey.name)
  const rename = async () => {
    await api.value.put(`/console/account/passkeys/${passkey.id}`, { name: name.value })
    onRenamed()
  }
  return (
    <FormDialog
      title={words.t('passkeyRenameTitle')}
      action={words.t('passkeyRename')}
      size="small"
      onClose={onClose}
      onSubmit={rename}
    >
      {(problem) => (
        <Field label={words.t('passkeyName')} layout="stack" error={problem}>
          {({ describedBy, id }) => (
            <TextInput
              id={id}
              autofocus
              describedBy={describedBy}
              invalid={problem !== undefined}
              value={name.value}
              onChange={(value) => (name.value = value)}
            />
          )}
        </Field>
      )}
    </FormDialog>
  )
}
