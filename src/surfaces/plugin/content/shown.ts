/**
 * The first rendering for the canvas, shown until the editor has loaded its renderer, and the modules that the editor needs
 * to render by itself.
 */
import { type EmailDocument, type ModuleFragment, moduleUsesIn } from '../../../email/document/index.ts'
import { ServiceError } from '../../../kernel/errors/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Workers } from '../../../platform/jobs/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { type Modules, renderTemplate, loadModules } from '../../templates/index.ts'

/** Initial content of the canvas. */
export interface PluginContent {
  /** The email with its samples, each node marked with its id; empty if it cannot be rendered. */
  canvas: string
  /** Module content by `id version`, as written in the instances. */
  modules: Record<string, ModuleFragment>
}

/** Renders a document for the canvas. Never fails because of the document's content. */
export async function showDocument(
  db: Db,
  caller: Caller,
  document: EmailDocument,
  rendering: { workers: Workers; cdnUrl: string },
): Promise<PluginContent> {
  const modules = await loadModules(db, caller.projectId, document)
  return { canvas: await render(document, modules, rendering), modules: fragmentsIn(document, modules) }
}

/** Content of the modules in a document, nested ones included. */
export async function showModules(db: Db, caller: Caller, document: EmailDocument): Promise<PluginContent['modules']> {
  return fragmentsIn(document, await loadModules(db, caller.projectId, document))
}

async function render(document: EmailDocument, modules: Modules, rendering: { workers: Workers; cdnUrl: string }) {
  try {
    return (await renderTemplate({ document, modules }, { mode: 'editor', data: 'sample', amp: 'never' }, rendering))
      .html
  } catch (error) {
    if (error instanceof ServiceError) return ''
    throw error
  }
}

function fragmentsIn(document: EmailDocument, { lookup }: Modules): Record<string, ModuleFragment> {
  const found = new Map<string, ModuleFragment>()
  let next = moduleUsesIn(document.rows)
  while (next.length > 0) {
    const fresh = next.flatMap(({ moduleId: id, version }) => {
      const ref = { id, version: version ?? ('latest' as const) }
      const key = `${ref.id} ${ref.version}`
      const fragment = found.has(key) ? undefined : lookup(ref)
      if (fragment === undefined || fragment === 'unread') return []
      found.set(key, fragment)
      return [fragment]
    })
    next = fresh.flatMap(({ nodes }) => moduleUsesIn(nodes))
  }
  return Object.fromEntries(found)
}
