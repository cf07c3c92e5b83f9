import { ColorInput, Field, NumberInput, Select } from '../../ui/fields/index.ts'
import { Popover } from '../../ui/overlays/index.ts'
import { readable, safeFonts, themeColors } from '../fields/index.ts'
import { type Valued, stylesAt, setValue } from './commands.ts'
import type { TypingProps, Session } from './context.ts'

const asBlock = 'inherit'

/** Font, size and colors of the selected text; unset values are inherited from the block. */
export function StylePopover(
  props: TypingProps & { anchor: { readonly current: HTMLElement | null }; onClose: () => void },
) {
  const { editor, session, words, anchor, onClose } = props
  const { t } = words
  const { values } = stylesAt(session.state.value)
  const document = editor.document.value
  const set = (name: Valued, value: string | number | undefined) => {
    // The popover keeps the focus while the user tries values.
    setValue(name, value)(session.view.state, (tr) => session.view.dispatch(tr.setMeta('label', t(`text.${name}`))))
  }
  const fonts = [
    { value: asBlock, label: t('text.fontBlock') },
    ...Object.keys(document.theme.fonts).map((name) => ({ value: `$font.${name}`, label: readable(name) })),
    ...safeFonts,
  ]
  const palette = themeColors(document)
  const reset = (name: Valued) => (values[name] === undefined ? undefined : () => set(name, undefined))
  return (
    <Popover anchor={anchor} label={t('text.formatting')} onClose={onClose}>
      <div class="text-panel">
        <Field label={t('text.font')} onReset={reset('font')}>
          {({ id }) => (
            <Select
              id={id}
              options={fonts}
              value={String(values.font ?? asBlock)}
              onChange={(font) => set('font', font === asBlock ? undefined : font)}
            />
          )}
        </Field>
        <Field label={t('text.size')} onReset={reset('size')}>
          {({ id }) => (
            <NumberInput
              id={id}
              value={values.size === undefined ? undefined : Number(values.size)}
              inherited={sizeAt(session)}
              min={1}
              max={200}
              unit="px"
              onChange={(size) => set('size', size)}
            />
          )}
        </Field>
        {(['color', 'background'] as const).map((name) => (
          <Field key={name} label={t(`text.${name}`)} onReset={reset(name)}>
            {({ id }) => (
              <ColorInput
                id={id}
                label={t(`text.${name}`)}
                palette={palette}
                value={values[name] === undefined ? undefined : String(values[name])}
                onChange={(color) => set(name, color)}
              />
            )}
          </Field>
        ))}
      </div>
    </Popover>
  )
}

// The rendered size, from the block, the theme or the heading.
function sizeAt({ view }: Session): number | undefined {
  const { node } = view.domAtPos(view.state.selection.from)
  const element = node.nodeType === 1 ? (node as Element) : node.parentElement
  return element === null ? undefined : Math.round(Number.parseFloat(getComputedStyle(element).fontSize))
}
