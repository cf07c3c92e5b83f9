import { defineRule } from '../../rule.ts'

export const providerRequired = defineRule({
  id: 'provider.required',
  severity: 'error',
  why: 'The ESP rejects the email or appends its own footer.',
  remedy: 'Add the link: the roles unsubscribe, view and address are converted to the syntax of the ESP.',
  *check({ inProvider }) {
    for (const tags of inProvider?.missing ?? [])
      yield {
        message: `The email contains no ${tags.slice(0, 4).join(' or ')}, which ${inProvider?.name ?? ''} requires in every email.`,
      }
  },
})
