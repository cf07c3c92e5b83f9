/** The editor as a React component. */
import { type CSSProperties, type ReactElement, createElement, useEffect, useRef } from 'react'
import type { PluginConfig, Svc, SvcEvents } from '../index.ts'
import { type Mounted, followKey, mountEditor } from './mount.ts'

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

/** Shows the editor while it is mounted. It follows changed props; another email, plugin or service reopens it. */
export function SvcEditor(props: SvcEditorProps): ReactElement {
  // Callbacks are those of the latest rendering.
  const latest = useRef(props)
  latest.current = props
  const mounted = useRef<Mounted>(undefined)
  const container = useRef<HTMLDivElement>(null)
  const { className, style = filling } = props

  useEffect(() => {
    const opened = mountEditor({
      container: container.current as HTMLDivElement,
      config: () => configOf(latest.current),
      emit: (event, payload, svc) => callback(latest.current, event, svc)?.(payload),
    })
    mounted.current = opened
    return () => opened.close()
  }, [])

  useEffect(() => mounted.current?.follow(), [followKey(props)])

  return createElement('div', { ref: container, className, style })
}

function callback(props: SvcEditorProps, event: keyof SvcEvents, svc: Svc): ((payload: unknown) => void) | undefined {
  if (event === 'ready') return () => props.onReady?.(svc)
  const name = `on${event.charAt(0).toUpperCase()}${event.slice(1)}`
  return Reflect.get(props, name) as ((payload: unknown) => void) | undefined
}

/** The props of `init`, which rejects others. */
function configOf(props: SvcEditorProps): Omit<PluginConfig, 'container'> {
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
