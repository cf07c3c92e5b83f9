import { removeFix } from '../../fix/change.ts'
import { moduleFindings } from '../../model/module-findings.ts'
import { defineRule } from '../../rule.ts'

export const moduleMissing = defineRule({
  id: 'modules.missing',
  severity: 'error',
  why: 'The module was deleted, does not exist, or belongs to another project: recipients get the email without that part.',
  remedy: 'Use another module or version, insert the content directly, or remove the instance.',
  *check(context) {
    for (const { message, node } of moduleFindings(context, ['MODULE_NOT_FOUND'])) {
      const prop = node.type === 'module' ? { prop: 'ref' } : {}
      yield { node, ...prop, message, fix: removeFix(node, 'Remove the instance') }
    }
  },
})
