/** The editor as a React component. */
import { type CSSProperties, type ReactElement, createElement, useEffect, useRef } from 'react'
import { type PluginConfig, type Svc, type SvcEvents, createSvc } from '../index.ts'

export interface SvcEditorProps extends Omit<PluginConfig, 'container'> {
  className?: string
  /** Default: height and width 100 %. */
  style?: CSSProperties
  /** Called when the editor accepts calls; keep `svc` to make them. */
  onReady?: (svc: Svc) => void
  onSave?: (saved: SvcEvents['save']) => void
  onChange?: (change: SvcEvents['change']) => void
  onPublished?: (published: SvcEvents['published']) => void
  onUnpublished?: (unpublished: SvcEvents['unpublished']) => void
  onError?: (failure: SvcEvents['error']) => void
  onAuthExpired?: (expired: SvcEvents['authExpired']) => void
}

const filling = { width: '100%', height: '100%' }

/** Shows the editor while it is mounted. Another email, language or plugin reopens it; another theme does not. */
export function SvcEditor(props: SvcEditorProps): ReactElement {
  // Callbacks are those of the latest rendering.
  const latest = useRef(props)
  latest.current = props
  const svc = useRef<Svc>(undefined)
  const container = useRef<HTMLDivElement>(null)
  const { apiRequestData, className, locale, pluginId, style = filling, theme } = props
  const { emailId } = apiRequestData

  useEffect(() => {
    const editor = createSvc()
    svc.current = editor
    const notify = (failure: SvcEvents['error']) => latest.current.onError?.(failure)
    editor.on('ready', () => latest.current.onReady?.(editor))
    editor.on('save', (saved) => latest.current.onSave?.(saved))
    editor.on('change', (change) => latest.current.onChange?.(change))
    editor.on('published', (published) => latest.current.onPublished?.(published))
    editor.on('unpublished', (unpublished) => latest.current.onUnpublished?.(unpublished))
    editor.on('authExpired', (expired) => latest.current.onAuthExpired?.(expired))
    editor.on('error', notify)
    const config = {
      ...configOf(latest.current),
      container: container.current as HTMLDivElement,
      getAuthToken: () => latest.current.getAuthToken(),
    }
    // Failures are passed to onError.
    editor.init(config).catch(() => undefined)
    return () => {
      editor.off('error', notify)
      void editor.destroy()
    }
  }, [pluginId, emailId, locale])

  useEffect(() => {
    if (svc.current?.isInitialized() && theme !== undefined) svc.current.setTheme(theme).catch(() => undefined)
  }, [theme])

  return createElement('div', { ref: container, className, style })
}

/** The props of `init`, which rejects others. */
function configOf(props: SvcEditorProps): PluginConfig {
  const {
    className: _className,
    style: _style,
    onReady: _onReady,
    onSave: _onSave,
    onChange: _onChange,
    onPublished: _onPublished,
    onUnpublished: _onUnpublished,
    onError: _onError,
    onAuthExpired: _onAuthExpired,
    ...config
  } = props
  return config
}
