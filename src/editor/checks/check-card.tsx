import { useSignal } from '@preact/signals'
import type { Finding } from '../../email/lint/index.ts'
import { Button, IconButton } from '../../ui/controls/index.ts'
import { Icon, eyeOffIcon, fixIcon, lockIcon } from '../../ui/icons/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { fixAll, ignoreRule, fixOne } from './fixing.ts'
import { focusSummary, signs, nameOfFamily } from './summary.tsx'
import { useId } from 'preact/hooks'
import { lockRefusal } from '../actions/index.ts'
import { showFinding } from './showing.ts'

/** At least one finding of one rule. */
export type FindingsOfOne = readonly [Finding, ...Finding[]]

/** Number of findings before "Show more". */
const min = 4

/** One rule with its findings: each links to its node; explanation and actions apply to all of them. */
export function CheckCard(props: PanelProps & { findings: FindingsOfOne }) {
  const { editor, words, findings } = props
  const { t } = words
  const [{ id, severity, why, remedy, doc_url: doc }] = findings
  const isWhole = useSignal(false)
  const shown = isWhole.value || findings.length <= min + 1 ? findings : findings.slice(0, min)
  const fixes = findings.filter(({ fix }) => fix !== undefined).length
  const isReadOnly = editor.readOnly.value
  const family = nameOfFamily(words, id)
  const thenFocus = (done: Promise<void>) => void done.then(() => focusSummary())
  return (
    <article class="svc-rule">
      <header>
        <h4 class={`checks-of-${severity}`}>
          <Icon d={signs[severity]} />
          <span class="svc-hidden">{t(`checks.${severity}`)}: </span>
          {family}
        </h4>
        {isReadOnly ? null : (
          <IconButton
            dense
            icon={eyeOffIcon}
            label={`${t('checks.ignore')}: ${family}`}
            onClick={() => thenFocus(ignoreRule(editor, words, id))}
          />
        )}
      </header>
      <ul>
        {shown.map((finding, index) => (
          <FindingLine key={index} {...props} finding={finding} />
        ))}
      </ul>
      {shown.length === findings.length ? null : (
        <Button variant="plain" dense onClick={() => (isWhole.value = true)}>
          {t('checks.more', { count: findings.length - shown.length })}
        </Button>
      )}
      {isReadOnly || fixes < 2 ? null : (
        <Button dense icon={fixIcon} onClick={() => thenFocus(fixAll(editor, words, id))}>
          {t('checks.fixAll', { count: fixes })}
        </Button>
      )}
      <p class="svc-hint" lang="en" dir="auto">
        {fixes === 0 ? `${why} ${remedy}` : why}{' '}
        {doc === undefined ? null : (
          <a
            href={doc}
            target="_blank"
            rel="noopener noreferrer"
            lang={words.locale}
            aria-label={`${t('checks.read')}: ${family}`}
          >
            {t('checks.read')}
          </a>
        )}
      </p>
    </article>
  )
}

/** Pressing a finding opens its node; its fix, or the reason for having none, is below. */
function FindingLine({ editor, words, finding }: PanelProps & { finding: Finding }) {
  const { t } = words
  const id = useId()
  const { message, node_id: node, fix } = finding
  const isReadOnly = editor.readOnly.value
  const held =
    node === undefined || isReadOnly
      ? undefined
      : (lockRefusal(editor, [node], 'content') ?? lockRefusal(editor, [node], 'style'))
  return (
    <li>
      <button
        type="button"
        class="svc-pick"
        id={id}
        lang="en"
        dir="auto"
        aria-current={node !== undefined && editor.selection.value === node ? 'true' : undefined}
        onPointerEnter={() => (editor.hovered.value = node)}
        onPointerLeave={() => (editor.hovered.value = undefined)}
        onClick={() => showFinding(editor, finding)}
      >
        {message}
      </button>
      {held === undefined ? null : (
        <p class="svc-hint svc-held">
          <Icon d={lockIcon} size={14} />
          {held}
        </p>
      )}
      {fix === undefined || isReadOnly || held !== undefined ? null : (
        <div class="svc-fix">
          <Button
            dense
            icon={fixIcon}
            describedBy={id}
            onClick={() => void fixOne(editor, words, finding).then(() => focusSummary())}
          >
            {t('checks.fix')}
          </Button>
          <small lang="en" dir="auto">
            {fix.label}
          </small>
        </div>
      )}
    </li>
  )
}
