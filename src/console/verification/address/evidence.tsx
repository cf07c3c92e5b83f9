import { checkIcon, clockIcon, errorIcon, Icon, minusIcon, warningIcon } from '../../../ui/icons/index.ts'
import type { VerificationResultEvidenceItem } from '../../api/index.ts'
import { words } from '../words.ts'

const icons: Readonly<Record<string, string>> = {
  pass: checkIcon,
  fail: errorIcon,
  warn: warningIcon,
  skip: minusIcon,
  error: clockIcon,
}

/** Each step of a verification with its outcome. */
export function Evidence({ steps }: { steps: readonly VerificationResultEvidenceItem[] }) {
  return (
    <section class="panel">
      <h3>{words.t('result.evidence')}</h3>
      <ol class="evidence">
        {steps.map(({ check, detail, ms, status }, index) => (
          <li key={`${check} ${index}`} class={`evidence-${status}`}>
            <Icon d={icons[status] ?? minusIcon} />
            <span>
              <span class="svc-hidden">{words.wordFor('step', status)}: </span>
              {detail}
            </span>
            <small>{ms === undefined ? '' : words.number(ms, { style: 'unit', unit: 'millisecond' })}</small>
          </li>
        ))}
      </ol>
    </section>
  )
}
