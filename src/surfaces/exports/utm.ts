import { utmNames, utmProblem } from '../../email/utm/index.ts'
import { fail } from '../../kernel/errors/index.ts'
import type { ExportOptions } from './options.ts'

/** VALIDATION_FAILED for a campaign parameter with merge tags that cannot be written into links. */
export function checkUtm({ utm = {} }: Pick<ExportOptions, 'utm'> = {}): void {
  const issues = utmNames.flatMap((name) => {
    const message = utmProblem(utm[name] ?? '')
    return message === undefined ? [] : [{ path: `/options/utm/${name}`, message }]
  })
  if (issues.length > 0) fail('VALIDATION_FAILED', { issues })
}
