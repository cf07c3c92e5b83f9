import { useSignal } from '@preact/signals'
import { Tabs } from '../../ui/controls/index.ts'
import { blocksIcon, layersIcon, stylesIcon } from '../../ui/icons/index.ts'
import { Layers, Palette, Styles } from '../panels/index.ts'
import type { Editor } from '../state/index.ts'

type Tab = 'blocks' | 'layers' | 'styles'

/** What an email is built of, the email as a tree, and how all of it looks. */
export function Rail({ editor }: { editor: Editor }) {
  const { t } = editor.words
  const tab = useSignal<Tab>('blocks')
  return (
    <nav class="rail" data-region="rail" aria-label={t('region.rail')}>
      <h2 class="svc-hidden">{t('region.rail')}</h2>
      <Tabs<Tab>
        label={t('region.rail')}
        value={tab.value}
        onChange={(next) => {
          // Where the panel lies over the canvas, a second press puts it away.
          editor.sheet.value = editor.sheet.peek() === 'rail' && tab.peek() === next ? undefined : 'rail'
          tab.value = next
        }}
        tabs={[
          { value: 'blocks', label: t('rail.blocks'), icon: blocksIcon },
          { value: 'layers', label: t('rail.layers'), icon: layersIcon },
          { value: 'styles', label: t('rail.styles'), icon: stylesIcon },
        ]}
      >
        {tab.value === 'blocks' ? <Palette editor={editor} /> : null}
        {tab.value === 'layers' ? <Layers editor={editor} /> : null}
        {tab.value === 'styles' ? <Styles editor={editor} /> : null}
      </Tabs>
    </nav>
  )
}
