import { defineRule } from '../../rule.ts'
import { notesOf } from '../../notes-of.ts'

/** Merge tags that the ESP writes otherwise, or not at all. */
export const providerField = defineRule({
  id: 'provider.field',
  severity: 'warning',
  why: 'Readers see something else than the field says here: no fallback, another format, or nothing.',
  remedy: 'Give the fallback in the account, have the field filled in ready to be read, or leave the filter out.',
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
