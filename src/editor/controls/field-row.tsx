import type { Field as BlockField } from '../../email/document/index.ts'
import { Field } from '../../ui/fields/index.ts'
import { phoneIcon } from '../../ui/icons/index.ts'
import { boxControl, borderControl, colorControl, lengthControl, numberControl } from './measures.tsx'
import { alignControl, choiceControl, dateControl, fontControl, switchControl } from './choices.tsx'
import { codeControl, lineControl, richTextControl, textControl } from './texts.tsx'
import { linkControl } from './link-input.tsx'
import { FallbackControl } from './fallback-control.tsx'
import { ListControl } from './list-control.tsx'
import { imageControl } from './image.tsx'
import { type Control, type FieldRowProps, mixedWord } from './row.ts'

/** Controls by kind of field; `stack` controls use the whole width. */
const kinds: Record<BlockField['kind'], { render: Control; stack?: true; isGroup?: true } | undefined> = {
  text: { render: lineControl },
  textarea: { render: textControl, stack: true },
  'rich-text': { render: richTextControl, stack: true },
  link: { render: linkControl },
  image: { render: imageControl, stack: true, isGroup: true },
  color: { render: colorControl },
  length: { render: lengthControl },
  number: { render: numberControl },
  box: { render: boxControl },
  border: { render: borderControl, isGroup: true },
  font: { render: fontControl },
  align: { render: alignControl, isGroup: true },
  choice: { render: choiceControl },
  switch: { render: switchControl },
  date: { render: dateControl },
  html: { render: codeControl, stack: true },
  code: { render: codeControl, stack: true },
  list: {
    render: (row) => <ListControl {...row} render={(inner) => <FieldRow key={inner.field.prop} {...inner} />} />,
    stack: true,
    isGroup: true,
  },
  fallback: {
    render: (row) => <FallbackControl {...row} render={(inner) => <FieldRow key={inner.field.prop} {...inner} />} />,
    stack: true,
    isGroup: true,
  },
}

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
      // Other controls show it themselves.
      note={field.kind === 'align' || field.kind === 'switch' ? mixedWord(row) : undefined}
      badge={target.isMobile(field.prop) ? { icon: phoneIcon, label: words.t('field.onPhones') } : undefined}
      onReset={
        target.isReset(field.prop) && !target.isLocked(field.prop)
          ? () => target.write(label, field.prop, undefined)
          : undefined
      }
    >
      {(ids) => kind.render(row, ids)}
    </Field>
  )
}
