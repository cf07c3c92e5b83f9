import type { Config } from '../../platform/config/index.ts'
import { isLocalRequest } from '../../platform/http/index.ts'

/** True if `/demo` is open to this request. */
export function opensDemo({ demo }: Pick<Config, 'demo'>, request: Request): boolean {
  return demo === 'everyone' || (demo === 'local' && isLocalRequest(request))
}
