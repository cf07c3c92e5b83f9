import { moduleFindings } from '../../model/module-findings.ts'
import { defineRule } from '../../rule.ts'

/** Instances of modules that exceed the nesting or size limit. */
export const moduleLeftOut = defineRule({
  id: 'modules.left-out',
  severity: 'error',
  why: 'The email would exceed the document limits, so recipients get it without that part.',
  remedy: 'Use fewer or smaller modules, or modules without nested modules.',
  *check(context) {
    yield* moduleFindings(context, ['MODULE_TOO_DEEP', 'MODULE_TOO_LARGE'])
  },
})
