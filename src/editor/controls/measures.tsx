import {
  BorderInput,
  type BorderValue,
  BoxInput,
  type BoxValue,
  ColorInput,
  type FieldIds,
  NumberInput,
} from '../../ui/fields/index.ts'
import { shownColor, spacingScale, themeColors } from '../fields/index.ts'
import { type FieldRowProps, mixedWord } from './row.ts'

/** A length in px. Percentages are shown as they are. */
export function lengthControl(row: FieldRowProps, ids: FieldIds) {
  return numberWith(row, ids, 'px')
}

export function numberControl(row: FieldRowProps, ids: FieldIds) {
  return numberWith(row, ids, undefined)
}

function numberWith(row: FieldRowProps, ids: FieldIds, unit: string | undefined) {
  const { field, target, words } = row
  const { prop, label, min, max, step } = field
  const value = target.read(prop)
  const inherited = target.inherited(prop)
  // A width may also be `50%`, shown with its unit.
  const share = typeof value === 'string' && value.endsWith('%') ? Number.parseFloat(value) : undefined
  return (
    <NumberInput
      id={ids.id}
      unit={share === undefined ? unit : '%'}
      min={min ?? 0}
      max={share === undefined ? (max ?? 2000) : 100}
      step={step ?? 1}
      steps={field.isSpacing === true ? spacingScale.filter((each) => each >= (min ?? 0)) : undefined}
      value={share ?? numberOf(value)}
      inherited={numberOf(inherited)}
      placeholder={mixedWord(row)}
      disabled={target.isLocked(prop)}
      onChange={(next) =>
        target.write(words.label(label), prop, share === undefined || next === undefined ? next : `${next}%`)
      }
    />
  )
}

export function boxControl(row: FieldRowProps, ids: FieldIds) {
  const { field, target, words } = row
  return (
    <BoxInput
      id={ids.id}
      steps={spacingScale}
      value={target.read(field.prop) as BoxValue | undefined}
      inherited={target.inherited(field.prop) as BoxValue | undefined}
      mixed={mixedWord(row)}
      disabled={target.isLocked(field.prop)}
      onChange={(next) => target.write(words.label(field.label), field.prop, next)}
    />
  )
}

export function borderControl(row: FieldRowProps, ids: FieldIds) {
  const { editor, field, target, words } = row
  return (
    <BorderInput
      id={ids.id}
      label={words.label(field.label)}
      value={target.read(field.prop) as BorderValue | undefined}
      inherited={target.inherited(field.prop) as BorderValue | undefined}
      mixed={mixedWord(row)}
      palette={themeColors(editor.document.value)}
      disabled={target.isLocked(field.prop)}
      onChange={(next) => target.write(words.label(field.label), field.prop, next)}
    />
  )
}

/** Colors of the theme come first. */
export function colorControl(row: FieldRowProps, ids: FieldIds) {
  const { editor, field, target, words } = row
  const document = editor.document.value
  return (
    <ColorInput
      id={ids.id}
      label={words.label(field.label)}
      value={target.read(field.prop) as string | undefined}
      inherited={shownColor(document, target.inherited(field.prop))}
      mixed={mixedWord(row)}
      palette={themeColors(document)}
      disabled={target.isLocked(field.prop)}
      onChange={(next) => target.write(words.label(field.label), field.prop, next)}
    />
  )
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
