import { moduleFindings } from '../../model/module-findings.ts'
import { defineRule } from '../../rule.ts'

/** What an instance says and its module takes no notice of. */
export const moduleUnusedContent = defineRule({
  id: 'modules.unused-content',
  severity: 'warning',
  why: 'Somebody wrote it for this email, perhaps for an earlier version of the module, and no reader sees it.',
  remedy: 'Fill the slots that the module has now, or pin the instance to the version that it was written for.',
  *check(context) {
    yield* moduleFindings(context, ['MODULE_SLOT_UNUSED', 'MODULE_STYLE_UNUSED'])
  },
})
