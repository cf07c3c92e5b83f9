import { Button } from '../../ui/controls/index.ts'
import { Combobox, Field, Select } from '../../ui/fields/index.ts'
import { Icon, globeIcon, mailIcon } from '../../ui/icons/index.ts'
import { FieldRow, Group, TaggedInput } from '../controls/index.ts'
import { type PanelProps, isLanguage, languages, nameOfLanguage, settingsTarget } from '../fields/index.ts'
import { languagesOf, openLanguages } from '../languages/index.ts'
import { MergeFieldsGroup } from './merge-fields-group.tsx'
import { bodyFields, darkBodyFields } from './structure-fields.ts'

/** Settings of the whole email: subject and preheader, language, body, merge fields. */
export function EmailSettings(props: PanelProps) {
  const { editor, words } = props
  const { t } = words
  const { meta } = editor.document.value
  const about = settingsTarget(props, 'meta')
  const body = settingsTarget(props, 'body')
  // Subject and preview text are content.
  const isTextLocked = editor.readOnly.value
  const isLocked = isTextLocked || editor.textOnly.value
  return (
    <div class="svc-inspector">
      <header class="svc-inspector-head">
        <Icon d={mailIcon} />
        <h2>{t('email.title')}</h2>
      </header>
      <Group name="inbox" title={t('email.inbox')}>
        <Field name="meta.subject" label={t('email.subject')} layout="stack" hint={lengthHint(props, meta.subject, 60)}>
          {({ id, describedBy }) => (
            <TaggedInput
              {...props}
              id={id}
              describedBy={describedBy}
              label={t('email.subject')}
              value={meta.subject ?? ''}
              placeholder={t('email.subjectPlaceholder')}
              maxLength={2000}
              disabled={isTextLocked}
              onChange={(text) => about.write(t('email.subject'), 'subject', text === '' ? undefined : text)}
            />
          )}
        </Field>
        <Field
          name="meta.preheader"
          label={t('email.preheader')}
          layout="stack"
          hint={lengthHint(props, meta.preheader, 110)}
        >
          {({ id, describedBy }) => (
            <TaggedInput
              {...props}
              id={id}
              describedBy={describedBy}
              label={t('email.preheader')}
              value={meta.preheader ?? ''}
              placeholder={t('email.preheaderPlaceholder')}
              maxLength={2000}
              disabled={isTextLocked}
              onChange={(text) => about.write(t('email.preheader'), 'preheader', text === '' ? undefined : text)}
            />
          )}
        </Field>
      </Group>
      <Group name="language" title={t('email.language')}>
        <Field name="meta.lang" label={t('email.language')} hint={nameOfLanguage(words.locale, meta.lang)}>
          {({ id, describedBy }) => (
            <Combobox
              id={id}
              label={t('email.language')}
              describedBy={describedBy}
              value={meta.lang}
              suggestions={languages.map((code) => ({
                value: code,
                label: nameOfLanguage(words.locale, code) ?? code,
                detail: code,
              }))}
              disabled={isLocked}
              onChange={(lang) => isLanguage(lang) && about.write(t('email.language'), 'lang', lang)}
            />
          )}
        </Field>
        <Field name="meta.dir" label={t('email.direction')}>
          {({ id }) => (
            <Select<'auto' | 'ltr' | 'rtl'>
              id={id}
              value={meta.dir ?? 'auto'}
              disabled={isLocked}
              options={[
                { value: 'auto', label: t('email.auto') },
                { value: 'ltr', label: t('email.ltr') },
                { value: 'rtl', label: t('email.rtl') },
              ]}
              onChange={(dir) => about.write(t('email.direction'), 'dir', dir === 'auto' ? undefined : dir)}
            />
          )}
        </Field>
        <Button wide icon={globeIcon} onClick={() => openLanguages(editor)}>
          {t(languagesOf(editor.document.value).length === 0 ? 'languages.add' : 'languages.title')}
        </Button>
      </Group>
      <Group name="sheet" title={t('email.layout')}>
        {bodyFields.map((field) => (
          <FieldRow key={field.prop} {...props} field={field} target={body} />
        ))}
        <h4 class="svc-subhead">{t('inspector.inDarkMode')}</h4>
        {darkBodyFields.map((field) => (
          <FieldRow key={field.prop} {...props} field={field} target={body} />
        ))}
      </Group>
      <MergeFieldsGroup {...props} />
    </div>
  )
}

// Most inboxes truncate longer texts; shown only if that applies.
function lengthHint({ words }: PanelProps, text: string | undefined, good: number): string | undefined {
  const length = [...(text ?? '')].length
  if (length <= good * 0.8) return undefined
  return words.t(length <= good ? 'email.length' : 'email.tooLong', { count: length, max: good })
}
