import { removeFix } from '../../fix/change.ts'
import { moduleFindings } from '../../model/module-findings.ts'
import { defineRule } from '../../rule.ts'

/** Instances whose module is not there. */
export const moduleMissing = defineRule({
  id: 'modules.missing',
  severity: 'error',
  why: 'The module was deleted, never was there, or belongs to another project: readers get the email without that part.',
  remedy: 'Name another module or version, write the part into the email itself, or remove the instance.',
  *check(context) {
    for (const { message, node } of moduleFindings(context, ['MODULE_NOT_FOUND'])) {
      const prop = node.type === 'module' ? { prop: 'ref' } : {}
      yield { node, ...prop, message, fix: removeFix(node, 'Remove the instance') }
    }
  },
})
