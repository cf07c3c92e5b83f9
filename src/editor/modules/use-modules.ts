import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Editor } from '../state/index.ts'
import { learnModules, savedCount } from './learn.ts'

/** A module of the project, as lists show it. */
export interface SavedModule {
  id: string
  name: string
}

const pageSize = 50
const quietMs = 200

/** The project's modules that answer to what is typed; none until the service has said so. The canvas then knows them too. */
export function useModules(editor: Editor, query: string): readonly SavedModule[] {
  const found = useSignal<readonly SavedModule[]>([])
  useEffect(() => {
    let isWanted = true
    const load = async () => {
      const options = query.trim() === '' ? {} : { q: query.trim() }
      const { data, modules } = await editor.api.listModules({ limit: pageSize, ...options })
      if (!isWanted) return
      learnModules(editor, modules)
      found.value = data
    }
    // Without the list there is still everything else to take.
    const timer = setTimeout(() => void load().catch(() => undefined), query === '' ? 0 : quietMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [query, savedCount(editor).value])
  return found.value
}
