import { Field, NumberInput } from '../../ui/fields/index.ts'
import { Popover } from '../../ui/overlays/index.ts'
import { spacingScale } from '../fields/index.ts'
import { setListSpacing, stylesAt } from './commands.ts'
import type { TypingProps } from './context.ts'

/** Space between the items of the list around the caret. */
export function ItemSpacing({
  session,
  words: { t },
  anchor,
  onClose,
}: TypingProps & { anchor: { readonly current: HTMLElement | null }; onClose: () => void }) {
  const { spacing } = stylesAt(session.state.value)
  // The popover keeps the focus while the user tries values.
  const set = (next: number | undefined) =>
    setListSpacing(next === 0 ? undefined : next)(session.view.state, (tr) =>
      session.view.dispatch(tr.setMeta('label', t('text.itemSpacing'))),
    )
  return (
    <Popover anchor={anchor} label={t('text.itemSpacing')} onClose={onClose}>
      <div class="text-panel">
        <Field label={t('text.itemSpacing')} onReset={spacing === undefined ? undefined : () => set(undefined)}>
          {({ id }) => (
            <NumberInput
              id={id}
              unit="px"
              min={0}
              max={100}
              steps={spacingScale}
              value={spacing}
              inherited={0}
              onChange={set}
            />
          )}
        </Field>
      </div>
    </Popover>
  )
}
