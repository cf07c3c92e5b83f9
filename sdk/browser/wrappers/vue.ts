/** The editor as a Vue component. */
import { type PropType, defineComponent, h, onBeforeUnmount, onMounted, shallowRef, watch } from 'vue'
import { type PluginConfig, type Svc, type SvcEvents, createSvc } from '../index.ts'

/** Shows the editor while it is mounted: `<SvcEditor :config="config" @ready="…" @save="…" />`. */
export const SvcEditor = defineComponent({
  name: 'SvcEditor',
  props: { config: { type: Object as PropType<Omit<PluginConfig, 'container'>>, required: true } },
  emits: {
    ready: (_: Svc) => true,
    save: (_: SvcEvents['save']) => true,
    change: (_: SvcEvents['change']) => true,
    published: (_: SvcEvents['published']) => true,
    unpublished: (_: SvcEvents['unpublished']) => true,
    error: (_: SvcEvents['error']) => true,
    authExpired: (_: SvcEvents['authExpired']) => true,
  },
  setup(props, { emit, expose }) {
    const container = shallowRef<HTMLElement>()
    let editor: Svc | undefined

    function close(): void {
      editor?.off('error', notify)
      void editor?.destroy()
      editor = undefined
    }

    function notify(failure: SvcEvents['error']): void {
      emit('error', failure)
    }

    function open(): void {
      close()
      const opened = createSvc()
      editor = opened
      opened.on('ready', () => emit('ready', opened))
      opened.on('save', (saved) => emit('save', saved))
      opened.on('change', (change) => emit('change', change))
      opened.on('published', (published) => emit('published', published))
      opened.on('unpublished', (unpublished) => emit('unpublished', unpublished))
      opened.on('authExpired', (expired) => emit('authExpired', expired))
      opened.on('error', notify)
      // Failures are emitted by the event `error`.
      const config = {
        ...props.config,
        container: container.value as HTMLElement,
        getAuthToken: () => props.config.getAuthToken(),
      }
      opened.init(config).catch(() => undefined)
    }

    onMounted(open)
    onBeforeUnmount(close)
    watch(() => [props.config.pluginId, props.config.apiRequestData.emailId, props.config.locale], open)
    watch(
      () => props.config.theme,
      (theme) => {
        if (theme !== undefined && editor?.isInitialized()) editor.setTheme(theme).catch(() => undefined)
      },
    )
    expose({ svc: () => editor })
    return () => h('div', { ref: container, style: 'width:100%;height:100%' })
  },
})
