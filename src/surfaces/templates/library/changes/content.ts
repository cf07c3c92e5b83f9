/** Content of a new or changed template, read before a transaction opens. */
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

/** The author of a change and the scheduling context of its work. */
export interface Change {
  caller: Caller
  work: WorkContext
}

/** An empty document if the body has no content. */
export async function newContent(deps: ContentDeps, change: Change, body: CreateTemplate): Promise<Content> {
  const content = await importContent(body, importPlace(deps, change, body.name))
  return content ?? { document: emptyDocument(body.name), source: 'document' }
}

/** Undefined if the body has no content. HTML is compared with the stored document, whose blocks it may still contain. */
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

export function reportOf(content: Content | undefined): Pick<SavedTemplate, 'import_report'> {
  return content?.report === undefined ? {} : { import_report: content.report }
}
