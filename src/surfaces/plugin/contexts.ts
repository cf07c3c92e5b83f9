import { limits } from '../../kernel/limits.ts'
import type { Vault } from '../../platform/identity/index.ts'
import type { Store } from '../../platform/storage/index.ts'
import { type Plugin, findPlugin, projectsSignal } from '../projects/index.ts'

/** Resolves Plugin IDs to projects, cached for five minutes. */
export interface Contexts {
  /** Undefined if no active project has the Plugin ID. */
  find(pluginId: string): Promise<Plugin | undefined>
}

const maxCached = 1000

/**
 * A cache of plugins. Any change of a project, its credentials, origins or plan clears it on every replica; if the signal is
 * lost, the change takes effect after `limits.pluginContextCacheSeconds`.
 */
export function createContexts(
  { store, vault }: { store: Store; vault: Vault },
  now = () => store.read.nowMs(),
): Contexts {
  const known = new Map<string, { plugin: Promise<Plugin | undefined>; until: number }>()
  let isListening = false

  /** Subscribes at the first lookup: a process that only generates the API description needs no subscription. */
  function listen(): void {
    if (isListening) return
    isListening = true
    store.listen(projectsSignal, () => known.clear())
  }

  return {
    find(pluginId) {
      listen()
      const kept = known.get(pluginId)
      if (kept !== undefined && now() < kept.until) return kept.plugin
      const plugin = findPlugin(store.read, vault, pluginId)
      if (known.size >= maxCached) known.clear()
      known.set(pluginId, { plugin, until: now() + limits.pluginContextCacheSeconds * 1000 })
      // Missing plugins may be created at any moment, and failures must not be cached.
      const forget = () => void (known.get(pluginId)?.plugin === plugin && known.delete(pluginId))
      plugin.then((found) => found === undefined && forget(), forget)
      return plugin
    },
  }
}
