import { platformOf } from '../../ui/keys.ts'
import { SurroundingsProvider } from '../../ui/locale/index.ts'
import {
  Code,
  Inspector,
  Languages,
  PreviewDialog,
  PublishDialog,
  SaveModule,
  Versions,
  Checks,
  Layers,
  Palette,
  Styles,
} from '../panels/index.ts'
import { deferred } from '../startup/deferred.tsx'
import { Stage } from '../stage/index.ts'
import type { Editor, RailTab } from '../state/index.ts'
import { Bar } from './bar.tsx'
import { Tabs } from '../../ui/controls/index.ts'
import { blocksIcon, checksIcon, layersIcon, stylesIcon } from '../../ui/icons/index.ts'

const platform = platformOf(navigator)
const Covers = deferred(async () => (await import('./covers.tsx')).Covers)
const Banners = deferred(async () => (await import('./banners.tsx')).Banners)

export function Shell({ editor }: { editor: Editor }) {
  const { words } = editor
  const open = editor.open.value
  const mode = editor.mode.value
  const close = () => (editor.open.value = undefined)
  // On narrow windows they open over the canvas, like the settings.
  const Aside = open === 'versions' ? Versions : open === 'languages' ? Languages : undefined
  const sheet = editor.sheet.value ?? (Aside && 'inspector')
  return (
    <SurroundingsProvider value={{ words: words.kit, platform }}>
      <div class="shell" dir={words.dir} lang={words.locale} data-sheet={sheet} data-mode={mode} data-open={open}>
        <Bar editor={editor} />
        <Rail editor={editor} />
        <main class="shell-canvas" data-region="canvas" aria-label={words.t('region.canvas')}>
          <Banners editor={editor} />
          <Stage editor={editor} />
        </main>
        {mode === 'code' ? (
          <section class="shell-code" data-region="code" aria-label={words.t('region.code')}>
            <Code editor={editor} />
          </section>
        ) : null}
        <aside class="shell-inspector" data-region="inspector" aria-label={words.t('region.inspector')}>
          {Aside === undefined ? <Inspector editor={editor} /> : <Aside editor={editor} onClose={close} />}
        </aside>
        {open === 'preview' ? <PreviewDialog editor={editor} onClose={close} /> : null}
        {open === 'publish' ? <PublishDialog editor={editor} onClose={close} /> : null}
        {open === 'saveModule' ? <SaveModule editor={editor} onClose={close} /> : null}
        <Covers editor={editor} />
      </div>
    </SurroundingsProvider>
  )
}

function Rail({ editor }: { editor: Editor }) {
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
          // If the panel covers the canvas, a second press closes it.
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
