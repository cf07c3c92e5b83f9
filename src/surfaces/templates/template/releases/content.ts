/** The content of a release: a document with the modules that it shows, as they were when it was published. */
import {
  type EmailDocument,
  type ModuleFragment,
  type ModuleLookup,
  expandModules,
  moduleUsesIn,
} from '../../../../email/document/index.ts'
import type { Modules } from '../modules/modules.ts'

export interface ReleaseContent {
  document: EmailDocument
  /** By id and version as instances name them; absent without instances. What could not be read is not among them. */
  modules?: Record<string, ModuleFragment>
}

/** The content that a release of the document stores; modules that are missing now stay missing in it. */
export function freezeContent(document: EmailDocument, modules: Modules): ReleaseContent {
  if (modules.ids.length === 0) return { document }
  const fragments: Record<string, ModuleFragment> = {}
  const record: ModuleLookup = (ref) => {
    const fragment = modules.lookup(ref)
    if (fragment !== undefined && fragment !== 'unread') fragments[nameOf(ref)] = fragment
    return fragment
  }
  expandModules(document, record)
  return Object.keys(fragments).length === 0 ? { document } : { document, modules: fragments }
}

/** The modules of a stored content, as they were: their stamp never changes. */
export function frozenModules({ document, modules = {} }: ReleaseContent, stamp: string): Modules {
  const ids = [...new Set(moduleUsesIn(document.rows).map(({ moduleId }) => moduleId))]
  return { lookup: (ref) => modules[nameOf(ref)], ids, stamp }
}

function nameOf({ id, version }: Parameters<ModuleLookup>[0]): string {
  return `${id} ${version}`
}
