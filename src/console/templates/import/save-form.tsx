import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { Button } from '../../../ui/controls/index.ts'
import { Field, Select, TextInput } from '../../../ui/fields/index.ts'
import type { ImportedEmail } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { useCall } from '../../parts/index.ts'
import type { Message } from './message.ts'
import { type EmailSource, importBody, titleOf } from './read-source.ts'
import { words } from './words.ts'

const purposes = ['promotional', 'transactional', 'newsletter', 'automation', 'other'] as const

/** Names the result and opens it in the editor; embedded images become assets with it. */
export function SaveForm({ source }: { source: EmailSource }) {
  const { api, router, toaster, words: consoleWords } = useConsole()
  const name = useSignal(titleOf(source) || source.name || consoleWords.t('templates.untitled'))
  const purpose = useSignal<(typeof purposes)[number]>('other')
  const call = useCall<void>()
  const stored = useRef(new Map<string, string>())
  const storeImages = async (message: Message) =>
    (await import('./message-images.ts')).storeImages(api.value, message, stored.current)
  const save = () =>
    call.run(async () => {
      const content = source.message === undefined ? importBody(source) : { html: await storeImages(source.message) }
      const body = { ...content, name: name.value.trim(), type: purpose.value }
      const { template } = await api.value.post<ImportedEmail>('/templates/import', body)
      if (template === undefined) return
      toaster.show(words.t('saved', { name: template.name }))
      router.go(`/templates/${template.id}`)
    })
  return (
    <form
      class="row import-save"
      onSubmit={(event) => {
        event.preventDefault()
        if (!call.isBusy) save()
      }}
    >
      <Field label={words.t('name')} layout="stack">
        {({ id }) => <TextInput id={id} value={name.value} onChange={(value) => (name.value = value)} />}
      </Field>
      <Field label={words.t('purpose')} layout="stack">
        {({ id }) => (
          <Select
            id={id}
            value={purpose.value}
            options={purposes.map((value) => ({ value, label: consoleWords.typeName(value) }))}
            onChange={(value) => (purpose.value = value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={call.isBusy}>
        {words.t('save')}
      </Button>
    </form>
  )
}
