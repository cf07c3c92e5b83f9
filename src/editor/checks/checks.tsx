import type { Finding } from '../../email/lint/index.ts'
import { Button, EmptyState } from '../../ui/controls/index.ts'
import { warningIcon } from '../../ui/icons/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { CheckCard, type FindingsOfOne } from './check-card.tsx'
import { checkingOf } from './checking.ts'
import { Summary, focusSummary, nameOfFamily } from './summary.tsx'
import { LanguageChecks } from '../languages/index.ts'
import { Group } from '../controls/index.ts'
import { restoreCheck } from './fixing.ts'

export function Checks(props: PanelProps) {
  const { editor, words } = props
  const { t } = words
  const checking = checkingOf(editor)
  const found = checking?.found.value
  if (checking?.hasFailed.value === true)
    return (
      <EmptyState icon={warningIcon} title={t('checks.failed')}>
        <Button onClick={() => void checking.lintNow()}>{t('library.retry')}</Button>
      </EmptyState>
    )
  if (found === undefined)
    return (
      <p class="svc-checks svc-hint" role="status">
        {t('checks.looking')}
      </p>
    )
  // Nobody has done anything wrong yet.
  if (found.document.rows.length === 0) return <p class="svc-checks svc-hint">{t('checks.empty')}</p>
  const { findings, summary, whys } = found
  const groups = groupsOf(findings)
  return (
    <section class="svc-checks" aria-label={t('checks.title')}>
      <Summary words={words} summary={summary} />
      <LanguageChecks {...props} />
      {groups.length === 0 ? <p class="svc-hint">{t('checks.noneText')}</p> : null}
      {groups.map((group) => (
        <CheckCard key={group[0].id} {...props} findings={group} />
      ))}
      {summary.omitted === 0 ? null : <p class="svc-hint">{t('checks.omitted', { count: summary.omitted })}</p>}
      <Ignored {...props} whys={whys} />
    </section>
  )
}

// By rule, in the order of first findings: errors, warnings, hints.
function groupsOf(findings: readonly Finding[]): FindingsOfOne[] {
  const groups = new Map<string, [Finding, ...Finding[]]>()
  for (const finding of findings) {
    const group = groups.get(finding.id)
    if (group === undefined) groups.set(finding.id, [finding])
    else group.push(finding)
  }
  return [...groups.values()]
}

/** Ignored rules of this email, with a button to enable them again. */
function Ignored({ editor, words, whys }: PanelProps & { whys: Readonly<Record<string, string>> }) {
  const { t } = words
  const ignored = editor.document.value.meta.ignoredRules ?? []
  if (ignored.length === 0) return null
  return (
    <Group name="ignored" title={t('checks.ignored', { count: ignored.length })}>
      <ul class="svc-ignored">
        {ignored.map((name) => (
          <li key={name}>
            <span>
              {nameOfFamily(words, name)}
              <small lang="en" dir="auto">
                {whys[name] ?? name}
              </small>
            </span>
            {editor.readOnly.value ? null : (
              <Button dense onClick={() => void restoreCheck(editor, words, name).then(() => focusSummary())}>
                {t('checks.heed')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Group>
  )
}
