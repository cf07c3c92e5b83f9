import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { createSvc } from '../../../../sdk/browser/index.ts'
import { Spinner } from '../../../ui/controls/index.ts'
import type { EditorToken, Template } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { appearance } from '../../appearance.ts'

/** The editor as host pages embed it, opened with a token of the signed-in person. */
export function EditorFrame({ template: { id }, onChange }: { template: Pick<Template, 'id'>; onChange?: () => void }) {
  const { api, report, start, words } = useConsole()
  const box = useRef<HTMLDivElement>(null)
  const isReady = useSignal(false)
  useEffect(() => {
    const container = box.current
    if (container === null) return undefined
    const editor = createSvc()
    const open = async () => {
      const tokens = createTokens(() => api.peek().requestEditorToken())
      const { plugin_id: pluginId } = await tokens()
      await editor.init({
        pluginId,
        apiRequestData: { emailId: id },
        getAuthToken: async () => (await tokens()).token,
        container,
        baseUrl: start.pluginUrl,
        locale: words.locale,
        theme: isDark() ? 'dark' : 'light',
        customization: { branding: false },
      })
      isReady.value = true
    }
    editor.on('save', () => onChange?.())
    open().catch((failure: unknown) => {
      // The frame explains it.
      isReady.value = true
      report(failure)
    })
    const stop = appearance.subscribe(() => {
      if (editor.isInitialized()) void editor.setTheme(isDark() ? 'dark' : 'light')
    })
    return () => {
      stop()
      void editor.destroy()
    }
  }, [id])
  return (
    <div class="editor-frame" aria-busy={!isReady.value}>
      {isReady.value ? null : <Spinner label={words.t('shell.loading')} />}
      <div ref={box} class="editor-box" />
    </div>
  )
}

const renewMs = 30 * 60_000

/** A token of the last half hour; the SDK requests one for each call. */
function createTokens(request: () => Promise<EditorToken>): () => Promise<EditorToken> {
  let current: { promise: Promise<EditorToken>; at: number } | undefined
  return () => {
    if (current === undefined || performance.now() - current.at > renewMs)
      current = { promise: request(), at: performance.now() }
    const { promise } = current
    promise.catch(() => (current = undefined))
    return promise
  }
}

function isDark(): boolean {
  return (
    appearance.peek() === 'dark' ||
    (appearance.peek() === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  )
}
