import { Tabs } from '../../ui/controls/index.ts'
import { blocksIcon, checksIcon, layersIcon, stylesIcon } from '../../ui/icons/index.ts'
import { Checks, Layers, Palette, Styles } from '../panels/index.ts'
import type { Editor, RailTab } from '../state/index.ts'

/** What an email is built of, the email as a tree, how all of it looks, and what would go wrong with it. */
export function Rail({ editor }: { editor: Editor }) {
  const { t } = editor.words
  const tab = editor.rail
  const hasChecks = editor.config.customization.checks !== false
  return (
    <nav class="rail" data-region="rail" aria-label={t('region.rail')}>
      <h2 class="svc-hidden">{t('region.rail')}</h2>
      <Tabs<RailTab>
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
          ...(hasChecks ? [{ value: 'checks' as const, label: t('rail.checks'), icon: checksIcon }] : []),
        ]}
      >
        {tab.value === 'blocks' ? <Palette editor={editor} /> : null}
        {tab.value === 'layers' ? <Layers editor={editor} /> : null}
        {tab.value === 'styles' ? <Styles editor={editor} /> : null}
        {tab.value === 'checks' ? <Checks editor={editor} /> : null}
      </Tabs>
    </nav>
  )
}
