import { type Provider, providers } from '../../../engines/esp/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import type { CreateExport } from '../contract.ts'

/** The provider that a call names. EXPORT_TARGET_UNKNOWN when there is none. */
export function providerOf({ target = '' }: Pick<CreateExport, 'target'>): Provider {
  return providers.get(target) ?? fail('EXPORT_TARGET_UNKNOWN', `There is no target “${target}”.`)
}

/** Whether the provider imports archives with images better than anything else. */
export function takesArchive({ packages }: Provider): boolean {
  return packages[0] === 'zip-html-images'
}
