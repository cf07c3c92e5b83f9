import type { FieldIds } from '../../ui/fields/index.ts'
import { ImageControl } from '../images/index.ts'
import type { FieldRowProps } from './row.ts'

/** An image; choosing one from the library also sets an empty alternative text. */
export function imageControl({ editor, words, field, target }: FieldRowProps, ids: FieldIds) {
  return (
    <ImageControl
      editor={editor}
      words={words}
      ids={ids}
      label={words.label(field.label)}
      value={target.read(field.prop)}
      disabled={target.isLocked(field.prop)}
      onPick={({ src, operations, alt }) => {
        const label = words.label(field.label)
        target.write(label, field.prop, src === '' && target.isOptional(field.prop) ? undefined : src, operations)
        if (alt !== undefined && field.prop === 'src' && target.read('alt') === '') target.write(label, 'alt', alt)
      }}
    />
  )
}
