import { defineRule } from '../../rule.ts'
import { notesOf } from '../../notes-of.ts'

export const providerField = defineRule({
  id: 'provider.field',
  severity: 'warning',
  why: 'Recipients see a different value: no fallback, another format, or nothing.',
  remedy: 'Set the fallback at the ESP, provide a formatted value, or remove the filter.',
  check: (context) =>
    notesOf(context, [
      'TARGET_NO_TAG',
      'TARGET_NO_FALLBACK',
      'TARGET_FALLBACK_CHANGED',
      'TARGET_NO_FILTER',
      'TARGET_URL_NOT_ENCODED',
      'TARGET_NO_RAW',
    ]),
})
