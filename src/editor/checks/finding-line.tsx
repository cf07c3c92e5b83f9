import { useId } from 'preact/hooks'
import type { Finding } from '../../email/lint/index.ts'
import { Button } from '../../ui/controls/index.ts'
import { Icon, fixIcon, lockIcon } from '../../ui/icons/index.ts'
import { whyHeld } from '../actions/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { fixOne } from './fixing.ts'
import { showFinding } from './showing.ts'
import { focusSummary } from './summary.tsx'

/** One finding: pressed, it shows its place; what would settle it stands below, or why nobody may. */
export function FindingLine({ editor, words, finding }: PanelProps & { finding: Finding }) {
  const { t } = words
  const id = useId()
  const { message, node_id: node, fix } = finding
  const isReadOnly = editor.readOnly.value
  const held =
    node === undefined || isReadOnly
      ? undefined
      : (whyHeld(editor, [node], 'content') ?? whyHeld(editor, [node], 'style'))
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
