/** The editor as a Vue component. */
import { type PropType, defineComponent, h, onBeforeUnmount, onMounted, shallowRef, watch } from 'vue'
import type { PluginConfig, Svc, SvcEvents } from '../index.ts'
import { type Mounted, followKey, mountEditor } from './mount.ts'

/**
 * Shows the editor while it is mounted: `<SvcEditor :config="config" @ready="…" @save="…" />`. It follows changes of the
 * configuration; another email, plugin or service reopens it.
 */
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
    let mounted: Mounted | undefined
    const emitAny = emit as (event: string, payload: unknown) => void

    onMounted(() => {
      mounted = mountEditor({
        container: container.value as HTMLElement,
        config: () => props.config,
        emit: (event, payload, svc) => {
          if (emitted.includes(event)) emitAny(event, event === 'ready' ? svc : payload)
        },
      })
    })
    onBeforeUnmount(() => mounted?.close())
    watch(
      () => followKey(props.config),
      () => mounted?.follow(),
    )
    expose({ svc: () => mounted?.svc })
    return () => h('div', { ref: container, style: 'width:100%;height:100%' })
  },
})

const emitted: readonly string[] = ['ready', 'save', 'change', 'published', 'unpublished', 'error', 'authExpired']
