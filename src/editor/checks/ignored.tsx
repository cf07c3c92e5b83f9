import { Button } from '../../ui/controls/index.ts'
import { Group } from '../controls/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { restoreCheck } from './fixing.ts'
import { focusSummary } from './summary.tsx'
import { nameOfFamily } from './words.ts'

/** Which rules are silent in this email, to let them speak again. */
export function Ignored({ editor, words, whys }: PanelProps & { whys: Readonly<Record<string, string>> }) {
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
