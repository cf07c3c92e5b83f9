import type { LintSummary } from '../../email/lint/index.ts'
import { type PanelKey, type PanelWords, texts } from '../locale/panels/index.ts'

/** How many errors and warnings there are, in words; with `hints` those too. Empty when there are none. */
export function countsOf(
  { t, locale }: PanelWords,
  { errors, warnings, hints }: LintSummary,
  { withHints = false } = {},
): string {
  const parts = [
    ...(errors > 0 ? [t('checks.errors', { count: errors })] : []),
    ...(warnings > 0 ? [t('checks.warnings', { count: warnings })] : []),
    ...(withHints && hints > 0 ? [t('checks.hints', { count: hints })] : []),
  ]
  return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(parts)
}

/** What the family of a rule is called; of one that has no name here, its own. */
export function nameOfFamily({ t }: PanelWords, rule: string): string {
  const [family = ''] = rule.split('.')
  const key = `checks.family.${family}`
  return Object.hasOwn(texts, key) ? t(key as PanelKey) : family
}
