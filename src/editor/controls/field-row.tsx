import type { Field as BlockField } from '../../email/document/index.ts'
import { Field } from '../../ui/fields/index.ts'
import { phoneIcon } from '../../ui/icons/index.ts'
import { boxControl, borderControl, colorControl, lengthControl, numberControl } from './measures.tsx'
import { alignControl, choiceControl, dateControl, fontControl, switchControl } from './choices.tsx'
import { codeControl, linkControl, lineControl, richTextControl, textControl } from './texts.tsx'
import { FallbackControl } from './fallback-control.tsx'
import { ListControl } from './list-control.tsx'
import { pictureControl } from './picture.tsx'
import { type Control, type FieldRowProps, mixedWord } from './row.ts'

/** How each kind is drawn; `stack` kinds need the whole width. */
const kinds: Record<BlockField['kind'], { draw: Control; stack?: true; isGroup?: true } | undefined> = {
  text: { draw: lineControl },
  textarea: { draw: textControl, stack: true },
  'rich-text': { draw: richTextControl, stack: true },
  link: { draw: linkControl },
  image: { draw: pictureControl, stack: true, isGroup: true },
  color: { draw: colorControl },
  length: { draw: lengthControl },
  number: { draw: numberControl },
  box: { draw: boxControl },
  border: { draw: borderControl, isGroup: true },
  font: { draw: fontControl },
  align: { draw: alignControl, isGroup: true },
  choice: { draw: choiceControl },
  switch: { draw: switchControl },
  date: { draw: dateControl },
  html: { draw: codeControl, stack: true },
  code: { draw: codeControl, stack: true },
  list: {
    draw: (row) => <ListControl {...row} draw={(inner) => <FieldRow key={inner.field.prop} {...inner} />} />,
    stack: true,
    isGroup: true,
  },
  fallback: {
    draw: (row) => <FallbackControl {...row} draw={(inner) => <FieldRow key={inner.field.prop} {...inner} />} />,
    stack: true,
    isGroup: true,
  },
}

/** A label with the control that its kind asks for, the inherited value in it, and the dot that resets it. */
export function FieldRow(row: FieldRowProps) {
  const { field, target, words } = row
  const kind = kinds[field.kind]
  if (kind === undefined) return null
  const label = words.label(field.label)
  return (
    <Field
      label={label}
      name={field.prop}
      layout={kind.stack === true ? 'stack' : 'side'}
      isGroup={kind.isGroup}
      // Others say so themselves.
      note={field.kind === 'align' || field.kind === 'switch' ? mixedWord(row) : undefined}
      badge={target.isMobile(field.prop) ? { icon: phoneIcon, label: words.t('field.onPhones') } : undefined}
      onReset={
        target.isReset(field.prop) && !target.isLocked(field.prop)
          ? () => target.write(label, field.prop, undefined)
          : undefined
      }
    >
      {(ids) => kind.draw(row, ids)}
    </Field>
  )
}
