import { SegmentedControl, Switch } from '../../ui/controls/index.ts'
import { type FieldIds, type Option, Select, TextInput } from '../../ui/fields/index.ts'
import { alignCenterIcon, alignJustifyIcon, alignLeftIcon, alignRightIcon } from '../../ui/icons/index.ts'
import { readable, safeFonts } from '../fields/index.ts'
import { type FieldRowProps, mixedWord } from './row.ts'

export function choiceControl(row: FieldRowProps, ids: FieldIds) {
  const { field, target, words } = row
  const { prop, label, options = [] } = field
  const value = target.read(prop) ?? target.inherited(prop)
  const isMixed = target.isMixed(prop)
  // Heading levels and font weights are numbers.
  const isNumeric = options.every((option) => /^\d+$/.test(option.value))
  return (
    <Select
      id={ids.id}
      value={value === undefined ? (isMixed ? undefined : options[0]?.value) : String(value)}
      placeholder={mixedWord(row)}
      options={options.map((option) => ({ value: option.value, label: words.label(option.label) }))}
      disabled={target.isLocked(prop)}
      onChange={(next) => target.write(words.label(label), prop, isNumeric ? Number(next) : next)}
    />
  )
}

/** Switching off removes the property. */
export function switchControl({ field, target, words }: FieldRowProps, ids: FieldIds) {
  return (
    <Switch
      id={ids.id}
      checked={target.read(field.prop) === true}
      disabled={target.isLocked(field.prop)}
      onChange={(next) => target.write(words.label(field.label), field.prop, next ? true : undefined)}
    />
  )
}

export function alignControl({ field, target, words }: FieldRowProps, ids: FieldIds) {
  const { prop, label } = field
  const inherited = target.inherited(prop)
  const { t } = words
  return (
    <SegmentedControl
      label={words.label(label)}
      labelledBy={ids.labelId}
      value={target.read(prop) as 'left' | undefined}
      isPhysical
      inherited={(inherited as 'left' | undefined) ?? (target.isMixed(prop) ? undefined : 'left')}
      disabled={target.isLocked(prop)}
      segments={[
        { value: 'left', label: t('align.left'), icon: alignLeftIcon },
        { value: 'center', label: t('align.center'), icon: alignCenterIcon },
        { value: 'right', label: t('align.right'), icon: alignRightIcon },
        { value: 'justify', label: t('align.justify'), icon: alignJustifyIcon },
      ]}
      onChange={(next) => target.write(words.label(label), prop, next)}
    />
  )
}

/** Fonts of the theme, and fonts that every mail client has. */
export function fontControl(row: FieldRowProps, ids: FieldIds) {
  const { editor, field, target, words } = row
  const { prop, label } = field
  const own = Object.entries(editor.document.value.theme.fonts).map(([name, { family }]): Option => {
    return { value: `$font.${name}`, label: `${readable(name)} (${family})`, group: words.t('font.theme') }
  })
  const options = [...own, ...safeFonts.map((font) => ({ ...font, group: words.t('font.safe') }))]
  const value = target.read(prop) as string | undefined
  const inherited = target.inherited(prop)
  const known = options.some((option) => option.value === value) || value === undefined
  return (
    <Select
      id={ids.id}
      value={value}
      placeholder={mixedWord(row) ?? nameOfFont(inherited, options)}
      options={known ? options : [{ value, label: nameOfFont(value, options) ?? value }, ...options]}
      disabled={target.isLocked(prop)}
      onChange={(next) => target.write(words.label(label), prop, next)}
    />
  )
}

/** A date and time, or a merge field that contains one. */
export function dateControl({ field, target, words }: FieldRowProps, ids: FieldIds) {
  const value = String(target.read(field.prop) ?? '')
  const instant = new Date(value)
  const isInstant = value === '' || !Number.isNaN(instant.getTime())
  return (
    <TextInput
      id={ids.id}
      type={isInstant ? 'datetime-local' : 'text'}
      isCode={!isInstant}
      value={isInstant && value !== '' ? localTime(instant) : value}
      disabled={target.isLocked(field.prop)}
      onChange={(next) => {
        const chosen = new Date(next)
        if (!isInstant) target.write(words.label(field.label), field.prop, next)
        else if (!Number.isNaN(chosen.getTime()))
          target.write(words.label(field.label), field.prop, chosen.toISOString().replace('.000', ''))
      }}
    />
  )
}

function nameOfFont(stack: unknown, options: readonly Option[]): string | undefined {
  if (typeof stack !== 'string') return undefined
  return options.find((option) => option.value === stack)?.label ?? stack.split(',')[0]?.replaceAll(/['"]/g, '')
}

// The format of datetime-local: local time without a zone.
function localTime(instant: Date): string {
  const shifted = new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}
