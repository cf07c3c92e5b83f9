import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button, IconButton, SegmentedControl, Spinner } from '../../ui/controls/index.ts'
import { chevronDownIcon, chevronUpIcon } from '../../ui/icons/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { EmailFrame } from '../preview/index.ts'
import { ChangeList } from './change-list.tsx'
import { type Comparing, type OldVersion, type Side, useComparison } from './comparison.ts'

export interface CompareDialogProps extends PanelProps {
  title: string
  /** Loads the earlier content; called once. */
  load: () => Promise<OldVersion>
  /** It is the current content: nothing to compare. */
  isCurrent?: boolean
  /** Above the comparison. */
  hint?: string | undefined
  action?: { label: string; run: () => Promise<void>; failed: (error: unknown) => string } | undefined
  onClose: () => void
}

/** An earlier content and the current email with marked changes, and a button to go back to it. */
export function CompareDialog(props: CompareDialogProps) {
  const { editor, words, title, load, isCurrent = false, hint, action, onClose } = props
  const { t } = words
  const old = useSignal<OldVersion | undefined>(undefined)
  const busy = useSignal(false)
  const failure = useSignal<string | undefined>(undefined)
  const comparing = useComparison(editor, old)
  useEffect(() => {
    load().then(
      (answer) => (old.value = answer),
      () => (failure.value = t('versions.failed')),
    )
  }, [])
  const run = async ({ run, failed }: NonNullable<typeof action>) => {
    busy.value = true
    failure.value = undefined
    try {
      await run()
    } catch (error) {
      failure.value = failed(error)
    } finally {
      busy.value = false
    }
  }
  const shown = comparing.shown.value
  const changes = isCurrent ? undefined : comparing.changes.value
  return (
    <Dialog
      title={title}
      size="wide"
      onClose={onClose}
      aside={isCurrent ? undefined : <Sides comparing={comparing} words={words} />}
      actions={
        action === undefined ? undefined : (
          <>
            <Button onClick={onClose}>{t('versions.keep')}</Button>
            <Button variant="primary" busy={busy.value} onClick={() => void run(action)}>
              {action.label}
            </Button>
          </>
        )
      }
    >
      {failure.value === undefined ? null : (
        <p class="svc-error" role="alert">
          {failure.value}
        </p>
      )}
      {hint === undefined ? null : <p class="svc-hint svc-compare-hint">{hint}</p>}
      <div class={`svc-compare${isCurrent ? '' : ' svc-with-changes'}`}>
        <div class="svc-version-stage">
          {shown === undefined ? (
            <Spinner label={t('library.loading')} />
          ) : (
            <EmailFrame
              html={shown}
              title={t(`versions.${comparing.seen.value}`)}
              scheme="light"
              onShown={(page) => isCurrent || comparing.showIn(page)}
            />
          )}
        </div>
        {changes === undefined ? null : (
          <ChangeList editor={editor} words={words} changes={changes} comparing={comparing} />
        )}
      </div>
    </Dialog>
  )
}

/** Buttons for both sides and for the previous and next change. */
function Sides({ comparing, words }: { comparing: Comparing; words: PanelProps['words'] }) {
  const { t } = words
  const nodes = comparing.changes.value?.nodes ?? []
  const at = nodes.findIndex(({ id }) => id === comparing.current.value)
  return (
    <div class="svc-preview-tools">
      {nodes.length === 0 ? null : (
        <div class="svc-change-steps">
          <IconButton icon={chevronUpIcon} label={t('versions.previous')} onClick={() => comparing.step(-1)} />
          <span aria-live="polite">
            {at === -1 ? '–' : words.number(at + 1)} / {words.number(nodes.length)}
          </span>
          <IconButton icon={chevronDownIcon} label={t('versions.next')} onClick={() => comparing.step(1)} />
        </div>
      )}
      <SegmentedControl<Side>
        label={t('versions.compare')}
        value={comparing.seen.value}
        onChange={(next) => (comparing.seen.value = next)}
        segments={[
          { value: 'then', label: t('versions.then') },
          { value: 'now', label: t('versions.now') },
        ]}
      />
    </div>
  )
}
