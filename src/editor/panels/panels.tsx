import { type Signal, signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { Button } from '../../ui/controls/index.ts'
import { firstRender } from '../startup/deferred.tsx'
import type { PanelWords } from '../locale/panels/index.ts'
import type { PanelProps } from '../fields/index.ts'
import type { Editor } from '../state/index.ts'

export const Palette = lazyPanel(async () => (await import('../palette/index.ts')).Palette)

export const Inspector = lazyPanel(async () => (await import('../inspector/index.ts')).Inspector)

export const Layers = lazyPanel(async () => (await import('../layers/index.ts')).Layers)

export const Styles = lazyPanel(async () => (await import('../styles/index.ts')).Styles)

export const Checks = lazyPanel(async () => (await import('../checks/index.ts')).Checks)

export const PreviewDialog = lazyPanel<{ onClose: () => void }>(
  async () => (await import('../preview/index.ts')).PreviewDialog,
)

export const SaveModule = lazyPanel<{ onClose: () => void }>(
  async () => (await import('../modules/index.ts')).SaveModuleDialog,
)

export const Code = lazyPanel(async () => (await import('../code/index.ts')).Code)

export const Versions = lazyPanel<{ onClose: () => void }>(async () => (await import('../versions/index.ts')).Versions)

export const Languages = lazyPanel<{ onClose: () => void }>(
  async () => (await import('../translating/index.ts')).Languages,
)

export const PublishDialog = lazyPanel<{ onClose: () => void }>(
  async () => (await import('../publish-dialog/index.ts')).PublishDialog,
)

interface Loaded<Extra> {
  Panel: ComponentType<PanelProps & Extra>
  words: PanelWords
}

type Loading<Extra> = Loaded<Extra> | 'failed' | undefined

/**
 * A panel that is loaded, with its texts, when first shown. A skeleton is shown meanwhile; if loading fails, the user
 * can retry.
 */
function lazyPanel<Extra extends object = object>(load: () => Promise<ComponentType<PanelProps & Extra>>) {
  const state: Signal<Loading<Extra>> = signal(undefined)
  let requested: string | undefined
  async function fetchAll(locale: string): Promise<void> {
    requested = locale
    await firstRender
    try {
      const [Panel, { loadPanelWords }] = await Promise.all([load(), import('../locale/panels/index.ts')])
      const words = await loadPanelWords(locale)
      if (requested === locale) state.value = { Panel, words }
    } catch {
      // The chunk is missing or the network is down. A panel in the previous language is better than none.
      if (typeof state.peek() !== 'object') state.value = 'failed'
    }
  }
  return function LazyPanel(props: { editor: Editor } & Extra) {
    const { config, words } = props.editor
    useEffect(() => {
      if (requested !== config.locale) void fetchAll(config.locale)
    }, [config.locale])
    if (state.value === 'failed')
      return (
        <div class="svc-empty">
          <p>{words.t('app.failed')}</p>
          <Button
            onClick={() => {
              state.value = undefined
              void fetchAll(config.locale)
            }}
          >
            {words.t('app.retry')}
          </Button>
        </div>
      )
    if (state.value === undefined) return <Bars />
    const { Panel, words: panelWords } = state.value
    return <Panel {...props} words={panelWords} />
  }
}

function Bars() {
  return (
    <div class="svc-bars" aria-hidden="true">
      {[56, 92, 76, 92, 64].map((width, index) => (
        <span key={index} class={`svc-bar svc-bar-${width}`} />
      ))}
    </div>
  )
}
