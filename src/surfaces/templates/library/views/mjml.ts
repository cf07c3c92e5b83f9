/** One template as MJML. */
import { blockTypes } from '../../../../email/blocks/index.ts'
import { mjmlBlocks } from '../../../../email/blocks/mjml.ts'
import { writeMjml } from '../../../../email/mjml/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import { expandDocument, loadContent, readChoice } from '../../template/index.ts'
import type { MjmlQuery, TemplateMjml } from './contract.ts'

/** Modules are inserted, tags stay as Liquid. What MJML cannot express is in the warnings. */
export async function mjmlOf(
  db: Db,
  caller: Caller,
  id: string,
  { locale, version, cdnUrl }: MjmlQuery & { cdnUrl: string },
): Promise<TemplateMjml> {
  const content = await loadContent(db, caller, id, readChoice(version))
  const { document, findings } = expandDocument(content.document, content.modules, locale)
  const { mjml, warnings } = writeMjml(document, blockTypes, mjmlBlocks, { cdnUrl })
  return { mjml, warnings: [...findings, ...warnings] }
}
