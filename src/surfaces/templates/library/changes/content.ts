/** What the body of a new or changed template holds, read before a transaction opens. */
import type { Caller } from '../../../../platform/identity/index.ts'
import type { WorkContext } from '../../../../platform/scheduling/index.ts'
import type { Store } from '../../../../platform/storage/index.ts'
import {
  type Content,
  type ImportDeps,
  emptyDocument,
  importContent,
  importPlace,
  loadDocument,
  loadModules,
} from '../../template/index.ts'
import type { CreateTemplate, SavedTemplate, UpdateTemplate } from './contract.ts'

export interface ContentDeps extends ImportDeps {
  store: Store
}

/** Who changes a template, and where that work is scheduled. */
export interface Change {
  caller: Caller
  work: WorkContext
}

/** The content of a new template; an empty document unless the body has one. */
export async function newContent(deps: ContentDeps, change: Change, body: CreateTemplate): Promise<Content> {
  const content = await importContent(body, importPlace(deps, change, body.name))
  return content ?? { document: emptyDocument(body.name), source: 'document' }
}

/** The content that a change brings, if any. HTML is read as one of the stored document, whose blocks it may still hold. */
export async function changedContent(
  deps: ContentDeps,
  change: Change & { id: string },
  body: UpdateTemplate,
): Promise<Content | undefined> {
  if (body.html === undefined) return importContent(body, importPlace(deps, change, body.name ?? 'Email'))
  const { template, document } = await loadDocument(deps.store.read, change.caller, change.id)
  const modules = await loadModules(deps.store.read, template.projectId, document)
  const place = importPlace(deps, change, body.name ?? template.name)
  return importContent(body, { ...place, base: document, modules })
}

/** The report of an import, where there was one. */
export function reportOf(content: Content | undefined): Pick<SavedTemplate, 'import_report'> {
  return content?.report === undefined ? {} : { import_report: content.report }
}
