/** What the components of all frameworks share: opening an editor, following its configuration, and closing it. */
import { type LiveConfig, type PluginConfig, type Svc, type SvcEvents, createSvc } from '../index.ts'
import { liveMembers } from '../protocol/index.ts'

export type MountedConfig = Omit<PluginConfig, 'container'>

export interface Mounting {
  container: HTMLElement
  /** The current configuration. */
  config: () => MountedConfig
  /** Receives every event until the editor is closed. */
  emit<Event extends keyof SvcEvents>(event: Event, payload: SvcEvents[Event], svc: Svc): void
}

export interface Mounted {
  readonly svc: Svc
  /** Applies changes of the configuration to the open editor; another email, plugin or service reopens it. */
  follow(): void
  /** Unsaved changes are sent, or kept in the browser. */
  close(): void
}

const events = [
  'initialized',
  'ready',
  'save',
  'exported',
  'change',
  'selectionChanged',
  'modeChanged',
  'published',
  'unpublished',
  'error',
  'authExpired',
] as const satisfies readonly (keyof SvcEvents)[]

/** Of functions it matters that they exist: the current one is called. */
function valueKey(value: unknown): string | undefined {
  return typeof value === 'function' ? 'a function' : JSON.stringify(value)
}

/** Changes with the members that are followed, whatever objects they are in. */
export function followKey(config: MountedConfig): string {
  return JSON.stringify([identityOf(config), liveMembers.map((name) => valueKey(config[name] ?? null))])
}

function identityOf({ pluginId, apiRequestData, baseUrl }: MountedConfig): unknown[] {
  return [pluginId, Object(apiRequestData).emailId, baseUrl]
}

/** Failures are emitted as `error`. */
export function mountEditor({ container, config, emit }: Mounting): Mounted {
  let { shown, svc, stop } = open()

  function open(): { shown: MountedConfig; svc: Svc; stop: () => void } {
    const opened = createSvc()
    const given = config()
    const stops = events.map((event) => {
      const listener = (payload: SvcEvents[typeof event]) => emit(event, payload, opened)
      opened.on(event, listener)
      return () => opened.off(event, listener)
    })
    opened
      .init({ ...given, ...callbacksOf(given), container, getAuthToken: () => config().getAuthToken() })
      .catch(() => undefined)
    return { shown: given, svc: opened, stop: () => stops.forEach((end) => end()) }
  }

  type Callbacks = Pick<PluginConfig, 'pickImage' | 'pickLink' | 'uploadImage'>

  function callbacksOf({ pickImage, pickLink, uploadImage }: MountedConfig): Callbacks {
    return {
      pickImage: pickImage && (async (current) => config().pickImage?.(current)),
      pickLink: pickLink && (async (current) => config().pickLink?.(current)),
      uploadImage: uploadImage && (async (file) => (config().uploadImage ?? uploadImage)(file)),
    }
  }

  function close(): void {
    stop()
    void svc.destroy()
  }

  return {
    get svc() {
      return svc
    },
    follow() {
      const next = config()
      const before = shown
      if (JSON.stringify(identityOf(next)) !== JSON.stringify(identityOf(before))) {
        close()
        ;({ shown, svc, stop } = open())
        return
      }
      const changed = liveMembers.filter((name) => valueKey(next[name]) !== valueKey(before[name]))
      shown = next
      const current = { ...next, ...callbacksOf(next) }
      const options: LiveConfig = Object.fromEntries(changed.map((name) => [name, current[name]]))
      if (changed.length > 0) svc.update(options).catch(() => undefined)
    },
    close,
  }
}
