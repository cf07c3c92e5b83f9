import type { ThemeFont } from '../../email/document/index.ts'
import { Button, IconButton } from '../../ui/controls/index.ts'
import { Combobox, Field, Select, TextInput } from '../../ui/fields/index.ts'
import { plusIcon, trashIcon } from '../../ui/icons/index.ts'
import { Group } from '../controls/index.ts'
import { type PanelProps, readable, safeFonts } from '../fields/index.ts'
import { freeName } from './names.ts'

const fallbacks = ['Arial, Helvetica, sans-serif', 'Georgia, Times, serif', "'Courier New', Courier, monospace"]

/** Fonts of the theme: family, fallback and source of a web font. */
export function FontsGroup({ editor, words }: PanelProps) {
  const { t } = words
  const document = editor.document.value
  const { fonts } = document.theme
  const isLocked = editor.readOnly.value || editor.textOnly.value
  const write = (next: Record<string, ThemeFont>, key: string) =>
    editor.change(
      t('change.property', { property: t('styles.fonts') }),
      [{ op: 'settings', props: { theme: { fonts: next } } }],
      { key: `font:${key}` },
    )
  const change = (name: string, font: ThemeFont) => write({ ...fonts, [name]: font }, name)
  return (
    <Group name="theme-fonts" title={t('styles.fonts')}>
      {Object.entries(fonts).map(([name, font]) => {
        const isUsed = JSON.stringify(document).includes(`"$font.${name}"`)
        return (
          <div key={name} class="svc-theme-font" role="group" aria-label={readable(name)}>
            <div class="svc-line-row">
              <strong>{readable(name)}</strong>
              {isLocked || isUsed ? null : (
                <IconButton
                  dense
                  danger
                  icon={trashIcon}
                  label={t('list.remove', { name: readable(name) })}
                  onClick={() => {
                    const { [name]: _gone, ...others } = fonts
                    write(others, name)
                  }}
                />
              )}
            </div>
            <Field label={t('styles.family')}>
              {({ id }) => (
                <Combobox
                  id={id}
                  label={t('styles.family')}
                  value={font.family}
                  suggestions={safeFonts.map(({ label }) => ({ value: label, label }))}
                  disabled={isLocked}
                  onChange={(family) => family !== '' && change(name, { ...font, family })}
                />
              )}
            </Field>
            <Field label={t('styles.fallback')}>
              {({ id }) => (
                <Select
                  id={id}
                  value={font.fallback}
                  disabled={isLocked}
                  options={[...new Set([font.fallback, ...fallbacks])].map((value) => ({
                    value,
                    label: familyOf(value),
                  }))}
                  onChange={(fallback) => change(name, { ...font, fallback })}
                />
              )}
            </Field>
            <Field label={t('styles.webFont')} hint={font.href === undefined ? undefined : t('styles.webFontHint')}>
              {({ id, describedBy }) => (
                <TextInput
                  id={id}
                  isCode
                  type="url"
                  describedBy={describedBy}
                  placeholder="https://"
                  value={font.href ?? ''}
                  disabled={isLocked}
                  onChange={(href) => {
                    const { href: _old, ...others } = font
                    if (href === '') change(name, others)
                    else if (/^https:\/\/[^\s/][^\s/.]*\.\S+$/.test(href)) change(name, { ...others, href })
                  }}
                />
              )}
            </Field>
          </div>
        )
      })}
      {isLocked ? null : (
        <Button
          dense
          wide
          icon={plusIcon}
          onClick={() =>
            write(
              { ...fonts, [freeName(fonts, 'font')]: { family: 'Georgia', fallback: 'Georgia, Times, serif' } },
              'new',
            )
          }
        >
          {t('styles.addFont')}
        </Button>
      )}
    </Group>
  )
}

// The first family of a stack.
function familyOf(stack: string): string {
  return (stack.split(',')[0] ?? stack).replaceAll(/['"]/g, '').trim()
}
