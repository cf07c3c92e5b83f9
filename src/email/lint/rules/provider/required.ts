import { defineRule } from '../../rule.ts'

/** Tags that the ESP asks every email for. */
export const providerRequired = defineRule({
  id: 'provider.required',
  severity: 'error',
  why: 'The system refuses the email, or puts a footer of its own under it.',
  remedy:
    'Put the link into the email: one with the role unsubscribe, view or address is written as the system wants it.',
  *check({ inProvider }) {
    for (const tags of inProvider?.missing ?? [])
      yield {
        message: `The email holds no ${tags.slice(0, 4).join(' or ')}, which ${inProvider?.name ?? ''} asks every email for.`,
      }
  },
})
