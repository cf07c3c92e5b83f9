import { useComputed, useSignal } from '@preact/signals'
import { blockTypes } from '../../email/blocks/index.ts'
import { expandModules, type EmailDocument } from '../../email/document/index.ts'
import { type Rendered, renderEmail } from '../../email/render/index.ts'
import { SegmentedControl, Switch } from '../../ui/controls/index.ts'
import { Field, TextInput } from '../../ui/fields/index.ts'
import { desktopIcon, moonIcon, phoneIcon, sunIcon, textIcon } from '../../ui/icons/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import { rendererOf } from '../canvas/index.ts'
import { type PanelProps, mergeFieldsOf, undeclaredFields, type MergeField } from '../fields/index.ts'
import { EmailFrame } from './email-frame.tsx'
import { sampleData, withValue } from '../../email/data/index.ts'

type View = 'desktop' | 'mobile' | 'text'

/** Preview for desktop, phone, dark mode or plain text, with editable sample data. */
export function PreviewDialog({ editor, words, onClose }: PanelProps & { onClose: () => void }) {
  const { t } = words
  const view = useSignal<View>(editor.device.peek())
  const scheme = useSignal<'light' | 'dark'>(editor.scheme.peek())
  const typed = useSignal<Readonly<Record<string, string>>>({})
  const fields = useComputed(() => {
    const known = mergeFieldsOf(editor.document.value, editor.config)
    const others = undeclaredFields(editor.document.value, known)
    return [...known, ...others].filter(({ type }) => type !== 'list' && type !== 'object')
  }).value
  const rendered = useComputed((): Rendered | undefined => {
    const document = editor.document.value
    try {
      const data = recipientData(document, mergeFieldsOf(document, editor.config), typed.value)
      const { document: whole } = expandModules(document, rendererOf(editor).modules)
      return renderEmail(whole, blockTypes, { target: 'data', data, now: Date.now(), cdnUrl: location.origin })
    } catch {
      // Too large to render; a message is shown.
      return undefined
    }
  })
  const { html, text = '', subject = '', preheader = '', report } = rendered.value ?? {}
  return (
    <Dialog
      title={t('preview.title')}
      size="full"
      onClose={onClose}
      aside={
        <div class="svc-preview-tools">
          <SegmentedControl<View>
            label={t('preview.view')}
            value={view.value}
            onChange={(next) => (view.value = next)}
            segments={[
              { value: 'desktop', label: t('preview.desktop'), icon: desktopIcon },
              { value: 'mobile', label: t('preview.mobile'), icon: phoneIcon },
              { value: 'text', label: t('preview.text'), icon: textIcon },
            ]}
          />
          <SegmentedControl<'light' | 'dark'>
            label={t('preview.scheme')}
            value={scheme.value}
            onChange={(next) => (scheme.value = next)}
            segments={[
              { value: 'light', label: t('preview.light'), icon: sunIcon },
              { value: 'dark', label: t('preview.dark'), icon: moonIcon },
            ]}
          />
        </div>
      }
    >
      <div class="svc-preview">
        <div class="svc-preview-main">
          <dl class="svc-preview-inbox">
            <dt>{t('email.subject')}</dt>
            <dd dir="auto">{subject === '' ? <em>{t('preview.noSubject')}</em> : subject}</dd>
            {preheader === '' ? null : (
              <>
                <dt>{t('email.preheader')}</dt>
                <dd dir="auto">{preheader}</dd>
              </>
            )}
          </dl>
          {view.value === 'text' ? (
            <pre class="svc-preview-text" dir="auto" tabIndex={0} aria-label={t('preview.text')}>
              {text}
            </pre>
          ) : html === undefined ? (
            <p class="svc-error">{t('preview.tooLarge')}</p>
          ) : (
            <div class={`svc-preview-screen svc-${view.value}`}>
              <EmailFrame html={html} title={t('preview.title')} scheme={scheme.value} />
            </div>
          )}
        </div>
        <aside class="svc-preview-side" aria-label={t('preview.recipient')}>
          <h3>{t('preview.recipient')}</h3>
          {fields.length === 0 ? (
            <p class="svc-hint">{t('preview.noFields')}</p>
          ) : (
            fields.map(({ path, label, sample, type }) => (
              <Field key={path} label={label} layout={type === 'boolean' ? 'side' : 'stack'}>
                {({ id }) =>
                  type === 'boolean' ? (
                    <Switch
                      id={id}
                      checked={(typed.value[path] ?? sample) === 'true'}
                      onChange={(isOn) => (typed.value = { ...typed.value, [path]: String(isOn) })}
                    />
                  ) : (
                    <TextInput
                      id={id}
                      value={typed.value[path] ?? sample ?? ''}
                      onChange={(next) => (typed.value = { ...typed.value, [path]: next })}
                    />
                  )
                }
              </Field>
            ))
          )}
          {report === undefined ? null : (
            <p class="svc-hint">
              {t('preview.size', { size: words.bytes(report.bytes) })}
              {report.gmail_clipped ? ` ${t('preview.clipped')}` : ''}
            </p>
          )}
        </aside>
      </div>
    </Dialog>
  )
}

/** Sample data: declared samples, overridden by those of the host page and by values that the user typed. */
export function recipientData(
  document: EmailDocument,
  fields: readonly MergeField[],
  typed: Readonly<Record<string, string>>,
): Record<string, unknown> {
  let data = sampleData(document.fields)
  const declared = new Set(document.fields.map(({ path }) => path))
  for (const { path, sample } of fields)
    if (!declared.has(path) && sample !== undefined) data = withValue(data, path, sample)
  const types = new Map(document.fields.map(({ path, type }) => [path, type]))
  for (const [path, text] of Object.entries(typed)) data = withValue(data, path, valueOf(text, types.get(path)))
  return data
}

function valueOf(text: string, type: string | undefined): unknown {
  if (type === 'boolean') return text === 'true'
  const number = Number(text)
  return type === 'number' && text.trim() !== '' && Number.isFinite(number) ? number : text
}
