import type { EmailDocument } from '../../../../email/document/index.ts'
import { fail } from '../../../../kernel/errors/index.ts'
import { type Db, contentKey } from '../../../../platform/storage/index.ts'
import { assetIdsIn } from '../assets/uses.ts'
import { loadModules } from '../modules/modules.ts'
import { type TemplateRecord, findDocument } from '../store.ts'
import { type ReleaseContent, freezeContent } from './content.ts'
import { insertContent, insertReleaseAssets } from './store.ts'

/** The content that a release of a draft would have. */
export interface FrozenDraft {
  content: ReleaseContent
  json: string
  /** The same key means the same bytes, modules included. */
  key: string
}

/** Freezes the draft of a template, or the given document as if it were the draft. */
export async function freezeDraft(
  db: Db,
  { id, projectId }: Pick<TemplateRecord, 'id' | 'projectId'>,
  given?: EmailDocument,
): Promise<FrozenDraft> {
  const document = given ?? (await findDocument(db, projectId, id)) ?? fail('TEMPLATE_NOT_FOUND')
  const content = freezeContent(document, await loadModules(db, projectId, document))
  const json = JSON.stringify(content)
  return { content, json, key: contentKey(json) }
}

/** Stores a content and its assets, which from then on count as used. */
export async function storeContent(db: Db, templateId: string, { content, key }: FrozenDraft): Promise<void> {
  await insertContent(db, templateId, { key, content })
  const assets = [content.document, ...Object.values(content.modules ?? {})].flatMap((part) => assetIdsIn(part))
  await insertReleaseAssets(db, templateId, [...new Set(assets)])
}
