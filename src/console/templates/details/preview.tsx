import { useSignal } from '@preact/signals'
import { SegmentedControl } from '../../../ui/controls/index.ts'
import type { SampleRecipient, Template } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { usePages } from '../../parts/index.ts'
import { PreviewImage } from './preview-image.tsx'
import { RecipientSelect } from './recipient-select.tsx'
import { words } from './words.ts'

/** Widths of the images in pixels, for two device pixels each. */
const widths = { desktop: 1280, mobile: 750 }

/** The email as recipients see it: an image by the renderer, on desktop and phone, light and dark, draft and live. */
export function Preview({ template }: { template: Template }) {
  const device = useSignal<'desktop' | 'mobile'>('desktop')
  const scheme = useSignal<'light' | 'dark'>('light')
  const version = useSignal<'draft' | 'published'>('draft')
  const recipients = usePages<SampleRecipient>('/sample-recipients', { limit: 100 })
  const { router } = useConsole()
  const chosen = router.url.value.query.get('recipient') ?? ''
  const recipient = recipients.value?.find(({ id }) => id === chosen)
  const choose = (id: string) =>
    router.go(`/templates/${template.id}/details${id === '' ? '' : `?recipient=${id}`}`, { replace: true })
  const choices = [
    ['device', device, ['desktop', 'mobile']],
    ['scheme', scheme, ['light', 'dark']],
    ...(template.unpublished_changes ? [['version', version, ['draft', 'published']] as const] : []),
  ] as const
  return (
    <div class="stack">
      <dl class="details-lines">
        <dt>{words.t('subject')}</dt>
        <dd dir="auto">{template.subject ?? words.t('noSubject')}</dd>
        {template.preheader === undefined ? null : (
          <>
            <dt>{words.t('preheader')}</dt>
            <dd dir="auto">{template.preheader}</dd>
          </>
        )}
      </dl>
      <div class="row details-choices">
        {choices.map(([name, chosen, values]) => (
          <SegmentedControl
            key={name}
            label={words.t(name)}
            value={chosen.value}
            segments={values.map((value) => ({ value, label: words.wordFor(name, value) }))}
            onChange={(value) => ((chosen as { value: string }).value = value)}
          />
        ))}
        <RecipientSelect
          templateId={template.id}
          recipients={recipients}
          chosen={recipient === undefined ? '' : chosen}
          onChoose={choose}
        />
      </div>
      <PreviewImage
        path={`/templates/${template.id}/thumbnail`}
        of={`${template.revision} ${recipient?.revision ?? ''}`}
        query={{
          width: widths[device.value],
          height: 4096,
          device: device.value,
          scheme: scheme.value,
          ...(template.unpublished_changes ? { version: version.value } : {}),
          ...(recipient === undefined ? {} : { recipient: recipient.id }),
        }}
      />
      <p class="soft">
        {recipient === undefined ? words.t('samples') : words.t('samplesOf', { name: recipient.name })}
      </p>
    </div>
  )
}
