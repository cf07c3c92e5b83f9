import { moduleFindings } from '../../model/module-findings.ts'
import { defineRule } from '../../rule.ts'

/** Slots and styles of an instance that have no effect on its module. */
export const moduleUnusedContent = defineRule({
  id: 'modules.unused-content',
  severity: 'warning',
  why: 'It was written for this email, perhaps for an earlier version of the module, and recipients never see it.',
  remedy: 'Fill the current slots of the module, or pin the instance to the version it was written for.',
  *check(context) {
    yield* moduleFindings(context, ['MODULE_SLOT_UNUSED', 'MODULE_STYLE_UNUSED'])
  },
})
