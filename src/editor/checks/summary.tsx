import { Icon, checkIcon, errorIcon, hintIcon, warningIcon } from '../../ui/icons/index.ts'
import type { LintSummary, Severity } from '../../email/lint/index.ts'
import { type PanelWords, type PanelKey, texts } from '../locale/panels/index.ts'

export const signs: Record<Severity, string> = { error: errorIcon, warning: warningIcon, hint: hintIcon }

/**
 * Number of findings of each severity at the head of the list; receives the focus after a fix removed the focused
 * control.
 */
export function Summary({ words: { t }, summary }: { words: PanelWords; summary: LintSummary }) {
  const { errors, warnings, hints } = summary
  const counts = [
    { of: 'error', count: errors, text: t('checks.errors', { count: errors }) },
    { of: 'warning', count: warnings, text: t('checks.warnings', { count: warnings }) },
    { of: 'hint', count: hints, text: t('checks.hints', { count: hints }) },
  ] as const
  const some = counts.filter(({ count }) => count > 0)
  return (
    <h3 class="svc-checks-summary" tabIndex={-1}>
      {some.length === 0 ? (
        <span class="checks-of-none">
          <Icon d={checkIcon} />
          {t('checks.none')}
        </span>
      ) : (
        some.map(({ of, text }) => (
          <span key={of} class={`checks-of-${of}`}>
            <Icon d={signs[of]} />
            {text}
          </span>
        ))
      )}
    </h3>
  )
}

const maxFrames = 60

/** Focuses the head of the list as soon as it is rendered. */
export function focusSummary(frames = maxFrames): void {
  requestAnimationFrame(() => {
    const head = document.querySelector<HTMLElement>('.svc-checks-summary')
    if (head?.checkVisibility() === true) head.focus()
    else if (frames > 1) focusSummary(frames - 1)
  })
}

/** Number of errors and warnings as text, with `hints` also of hints; empty if all are zero. */
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

/** Translated name of a rule's family, or the family itself. */
export function nameOfFamily({ t }: PanelWords, rule: string): string {
  const [family = ''] = rule.split('.')
  const key = `checks.family.${family}`
  return Object.hasOwn(texts, key) ? t(key as PanelKey) : family
}
