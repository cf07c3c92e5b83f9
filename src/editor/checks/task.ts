import { type ModuleFragment, moduleUsesIn } from '../../email/document/index.ts'
import { canvasOf, rendererOf } from '../canvas/index.ts'
import type { Editor } from '../state/index.ts'
import type { LintWorkerTask } from './lint-task.ts'

export function taskOf(editor: Editor): LintWorkerTask {
  const document = editor.document.peek()
  const { type, cdnUrl } = editor.purpose
  return { document, modules: modulesIn(editor), type, cdnUrl, bytesOfImage: bytesOfImage(editor, cdnUrl) }
}

function modulesIn(editor: Editor): Record<string, ModuleFragment> {
  const { modules: lookup } = rendererOf(editor)
  const found: Record<string, ModuleFragment> = {}
  let next = moduleUsesIn(editor.document.peek().rows)
  while (next.length > 0) {
    next = next.flatMap(({ moduleId: id, version: number }) => {
      const version = number ?? 'latest'
      const key = `${id} ${version}`
      const fragment = Object.hasOwn(found, key) ? undefined : lookup({ id, version })
      if (fragment === undefined || fragment === 'unread') return []
      found[key] = fragment
      return moduleUsesIn(fragment.nodes)
    })
  }
  return found
}

// From the Resource Timing API; sizes of images of other origins need Timing-Allow-Origin.
function bytesOfImage(editor: Editor, cdnUrl: string): Record<string, number> {
  const performance = canvasOf(editor)?.document.defaultView?.performance
  if (performance === undefined) return {}
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const own = `${location.origin}/cdn/`
  return Object.fromEntries(
    entries.flatMap(({ name, encodedBodySize: bytes }) => {
      if (!(bytes > 0)) return []
      return [[name.startsWith(own) ? `${cdnUrl}/cdn/${name.slice(own.length)}` : name, bytes]]
    }),
  )
}
