import { type FieldMap, type Provider, providers } from '../../../engines/esp/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import type { CreateExport } from '../contract.ts'

/** The mailing system that an export is written for, and what the project calls its fields there. */
export interface ExportTarget {
  provider: Provider
  fields: FieldMap
}

/** The target that a call names; undefined for other formats than esp. EXPORT_TARGET_UNKNOWN when there is none of that id. */
export async function loadTarget(
  _db: Db,
  _projectId: string,
  { format, target }: Pick<CreateExport, 'format' | 'target'>,
): Promise<ExportTarget | undefined> {
  if (format !== 'esp' || target === undefined) return undefined
  const provider = providers.get(target) ?? fail('EXPORT_TARGET_UNKNOWN', `There is no target “${target}”.`)
  return { provider, fields: {} }
}

/** Fails with EXPORT_TARGET_UNKNOWN unless the project can export to the target. */
export async function checkTarget(db: Db, projectId: string, target: string): Promise<void> {
  await loadTarget(db, projectId, { format: 'esp', target })
}

/** Whether the provider imports archives with images better than anything else. */
export function takesArchive({ packages }: Provider): boolean {
  return packages[0] === 'zip-html-images'
}
