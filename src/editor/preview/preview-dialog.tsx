import { useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { blockTypes } from '../../email/blocks/index.ts'
import { type EmailDocument } from '../../email/document/index.ts'
import { type Rendered, renderEmail } from '../../email/render/index.ts'
import { SegmentedControl, Switch } from '../../ui/controls/index.ts'
import { Field, Select, TextInput } from '../../ui/fields/index.ts'
import { desktopIcon, moonIcon, phoneIcon, sunIcon, textIcon } from '../../ui/icons/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import { expandTranslated, rendererOf } from '../canvas/index.ts'
import { type PanelProps, mergeFieldsOf, undeclaredFields, type MergeField } from '../fields/index.ts'
import { LanguageSelect, languagesOf, ownLanguage } from '../languages/index.ts'
import { EmailFrame } from './email-frame.tsx'
import { withSamples, withValue } from '../../email/data/index.ts'
import { valueAt } from '../typing/index.ts'

type View = 'desktop' | 'mobile' | 'text'

/** Preview for desktop, phone, dark mode or plain text, as a sample recipient of the project or with typed data. */
export function PreviewDialog({ editor, words, onClose }: PanelProps & { onClose: () => void }) {
  const { t } = words
  const view = useSignal<View>(editor.device.peek())
  const scheme = useSignal<'light' | 'dark'>(editor.scheme.peek())
  const language = useSignal(editor.language.peek())
  const typed = useSignal<Readonly<Record<string, string>>>({})
  const recipients = useRecipients(editor)
  const fields = useComputed(() => {
    const known = mergeFieldsOf(editor.document.value, editor.config)
    const others = undeclaredFields(editor.document.value, known)
    return [...known, ...others].filter(({ type }) => type !== 'list' && type !== 'object')
  }).value
  const data = useComputed(() => {
    const document = editor.document.value
    return recipientData(document, mergeFieldsOf(document, editor.config), {
      typed: typed.value,
      recipient: recipients.data.value,
    })
  })
  const rendered = useComputed((): Rendered | undefined => {
    const document = editor.document.value
    // Replaced with the content of modules.
    void rendererOf(editor).renderPage.value
    try {
      const whole = expandTranslated(document, rendererOf(editor).modules, language.value)
      return renderEmail(whole, blockTypes, {
        target: 'data',
        data: data.value,
        now: Date.now(),
        cdnUrl: location.origin,
      })
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
          {languagesOf(editor.document.value).length === 0 ? null : (
            <LanguageSelect
              editor={editor}
              words={words}
              value={language.value}
              onChange={(next) => (language.value = next === ownLanguage(editor.document.peek()) ? undefined : next)}
            />
          )}
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
          {recipients.all.value.length === 0 ? null : (
            <Select
              label={t('preview.recipient')}
              value={recipients.chosen.value}
              options={[
                { value: '', label: t('preview.samples') },
                ...recipients.all.value.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(id) => {
                typed.value = {}
                recipients.choose(id)
              }}
            />
          )}
          {fields.length === 0 ? (
            <p class="svc-hint">{t('preview.noFields')}</p>
          ) : (
            fields.map(({ path, label, type }) => (
              <Field key={path} label={label} layout={type === 'boolean' ? 'side' : 'stack'}>
                {({ id }) =>
                  type === 'boolean' ? (
                    <Switch
                      id={id}
                      checked={valueAt(data.value, path) === true}
                      onChange={(isOn) => (typed.value = { ...typed.value, [path]: String(isOn) })}
                    />
                  ) : (
                    <TextInput
                      id={id}
                      value={typed.value[path] ?? printValue(valueAt(data.value, path))}
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

/** Sample recipients of the host page and, for users who may preview, of the project, and the data of the chosen one. */
function useRecipients({ api, can, config }: PanelProps['editor']) {
  const ofHost = (config.sampleRecipients ?? [])
    .filter(isRecipient)
    .map(({ name, data }, at) => ({ id: `${at}`, name, data }))
  const all = useSignal<readonly { id: string; name: string }[]>(ofHost)
  const chosen = useSignal('')
  const data = useSignal<Record<string, unknown>>({})
  useEffect(() => {
    if (can.has('preview'))
      api
        .listRecipients()
        .then((list) => (all.value = [...ofHost, ...list.data]))
        // The email is shown with its own sample values.
        .catch(() => undefined)
  }, [])
  return {
    all,
    chosen,
    data,
    choose(id: string) {
      chosen.value = id
      const own = ofHost.find((each) => each.id === id)
      if (id === '' || own !== undefined) data.value = own?.data ?? {}
      else
        api.getRecipient(id).then(
          (recipient) => chosen.peek() === id && (data.value = recipient.data),
          // Deleted meanwhile.
          () => {
            if (chosen.peek() !== id) return
            all.value = all.peek().filter((each) => each.id !== id)
            chosen.value = ''
            data.value = {}
          },
        )
    },
  }
}

/** The SDK validates less. */
function isRecipient(given: unknown): boolean {
  const { name, data } = Object(given) as Record<string, unknown>
  return typeof name === 'string' && name !== '' && typeof data === 'object'
}

/**
 * Data of a recipient: values that the user typed, those of the sample recipient, then samples, declared or of the host
 * page.
 */
export function recipientData(
  document: EmailDocument,
  fields: readonly MergeField[],
  {
    typed = {},
    recipient = {},
  }: { typed?: Readonly<Record<string, string>>; recipient?: Record<string, unknown> } = {},
): Record<string, unknown> {
  const declared = new Set(document.fields.map(({ path }) => path))
  const others = fields.flatMap(({ path, sample }) =>
    declared.has(path) || sample === undefined ? [] : [{ path, type: 'string' as const, sample }],
  )
  const types = new Map(document.fields.map(({ path, type }) => [path, type]))
  let data = withSamples([...document.fields, ...others], recipient)
  for (const [path, text] of Object.entries(typed)) data = withValue(data, path, valueOf(text, types.get(path)))
  return data
}

function printValue(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function valueOf(text: string, type: string | undefined): unknown {
  if (type === 'boolean') return text === 'true'
  const number = Number(text)
  return type === 'number' && text.trim() !== '' && Number.isFinite(number) ? number : text
}
