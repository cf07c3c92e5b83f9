import type { TemplateVersion } from '../../../api/index.ts'
import { words } from './words.ts'

/** One line that tells a version from the others. */
export function nameVersion({ current, label, number, saved_at: at }: TemplateVersion): string {
  const date = words.dateTime(new Date(at))
  const name = label ?? (current ? words.t('current') : undefined)
  return [String(number), name, date].filter((each) => each !== undefined).join(' · ')
}
