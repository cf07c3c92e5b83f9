import { type Provider, providers } from '../../../email/esp/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { nearest } from '../../../kernel/spelling/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import type { CreateExport } from '../contract.ts'
import { type LoadedTarget, findTarget } from '../targets/targets.ts'

/** The ESP for which an export is written, and the project's field names there. */
export type ExportTarget = LoadedTarget

/** Undefined for formats other than esp. EXPORT_TARGET_UNKNOWN for an unknown target. */
export async function loadTarget(
  db: Db,
  projectId: string,
  { format, target }: Pick<CreateExport, 'format' | 'target'>,
): Promise<ExportTarget | undefined> {
  if (format !== 'esp' || target === undefined) return undefined
  const found = await findTarget(db, projectId, target)
  if (found !== undefined) return found
  const close = nearest(target, [...providers.keys()])
  const hint = close === undefined ? 'GET /export/formats lists them.' : `Did you mean ${close}?`
  return fail('EXPORT_TARGET_UNKNOWN', `Unknown target “${target}”. ${hint}`)
}

/** Fails with EXPORT_TARGET_UNKNOWN unless the project can export to the target. */
export async function checkTarget(db: Db, projectId: string, target: string): Promise<void> {
  await loadTarget(db, projectId, { format: 'esp', target })
}

/** True if an archive with images is the provider's preferred import. */
export function takesArchive({ packages }: Provider): boolean {
  return packages[0] === 'zip-html-images'
}
