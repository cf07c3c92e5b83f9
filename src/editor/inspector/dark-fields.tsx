import type { Field, Node } from '../../email/document/index.ts'
import { FieldRow } from '../controls/index.ts'
import type { PanelProps, Target } from '../fields/index.ts'

const fields: readonly Field[] = [
  { prop: 'dark.color', label: 'Text colour', kind: 'color' },
  { prop: 'dark.background', label: 'Background', kind: 'color' },
  { prop: 'dark.borderColor', label: 'Border', kind: 'color' },
]

/** Colors in dark mode that the theme's would not do for; shown once the canvas is dark, or when there are some. */
export function DarkFields({ editor, words, node, target }: PanelProps & { node: Node; target: Target }) {
  if (editor.scheme.value !== 'dark' && node.dark === undefined) return null
  return (
    <>
      <h4 class="svc-subhead">{words.t('inspector.inDarkMode')}</h4>
      {fields.map((field) => (
        <FieldRow key={field.prop} editor={editor} words={words} field={field} target={target} />
      ))}
    </>
  )
}
