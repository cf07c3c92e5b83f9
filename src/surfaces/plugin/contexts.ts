import { limits } from '../../kernel/limits.ts'
import type { Vault } from '../../platform/identity/index.ts'
import type { Store } from '../../platform/storage/index.ts'
import { type Plugin, findPlugin, projectsSignal } from '../projects/index.ts'

/** Whose Plugin ID it is, cached for five minutes. */
export interface Contexts {
  /** Undefined when no living project has it. */
  find(pluginId: string): Promise<Plugin | undefined>
}

const maxCached = 1000

/**
 * A cache of plugins. Any change of a project, its credentials, origins or plan empties it, in every replica; one that is
 * not heard of is seen after `limits.pluginContextCacheSeconds`.
 */
export function createContexts(
  { store, vault }: { store: Store; vault: Vault },
  now = () => store.read.nowMs(),
): Contexts {
  const known = new Map<string, { plugin: Promise<Plugin | undefined>; until: number }>()
  let isListening = false

  /** From the first question on: whoever only describes the API asks nothing. */
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
      // What is not there may be made in the next moment, and a failure is nothing to cache.
      const forget = () => void (known.get(pluginId)?.plugin === plugin && known.delete(pluginId))
      plugin.then((found) => found === undefined && forget(), forget)
      return plugin
    },
  }
}
