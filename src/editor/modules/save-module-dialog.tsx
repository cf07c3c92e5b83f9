import { useSignal } from '@preact/signals'
import { Button, Switch } from '../../ui/controls/index.ts'
import { Field, TextInput } from '../../ui/fields/index.ts'
import { Dialog } from '../../ui/overlays/index.ts'
import { nameOfAll, entriesOf } from '../actions/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { selectedIds } from '../state/index.ts'
import { chosenFragment, linkOperations } from './chosen.ts'
import { addModules, savedModuleCount } from './learn.ts'

/** Saves the selection as a module and can replace it by an instance. */
export function SaveModuleDialog({ editor, words, onClose }: PanelProps & { onClose: () => void }) {
  const { t } = words
  const entries = entriesOf(editor.outline.peek(), selectedIds(editor))
  const own = entries.length === 1 ? entries[0]?.node.name : undefined
  const name = useSignal(own ?? '')
  const isLinked = useSignal(false)
  const state = useSignal<'asking' | 'saving' | 'failed'>('asking')
  const mayLink = linkOperations(editor, '') !== undefined
  async function save(): Promise<void> {
    const wanted = name.peek().trim()
    if (wanted === '' || state.peek() === 'saving') return
    state.value = 'saving'
    const what = nameOfAll(editor, entries)
    const fragment = chosenFragment(editor)
    try {
      const saved = await editor.api.saveModule({ name: wanted, ...fragment })
      addModules(editor, saved.modules)
      savedModuleCount(editor).value++
      const link = isLinked.peek() ? linkOperations(editor, saved.id) : undefined
      if (link !== undefined)
        editor.change(t('change.module', { name: what }), link.operations, { select: link.select })
      editor.announce(t('module.saved', { name: wanted }))
      onClose()
    } catch {
      state.value = 'failed'
    }
  }
  return (
    <Dialog
      title={t('module.save')}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('module.cancel')}</Button>
          <Button
            variant="primary"
            disabled={name.value.trim() === ''}
            busy={state.value === 'saving'}
            onClick={() => void save()}
          >
            {t('module.saving')}
          </Button>
        </>
      }
    >
      <form
        class="svc-form"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <p class="svc-hint">{t('module.saveAbout')}</p>
        <Field label={t('module.name')} layout="stack">
          {({ id }) => (
            <TextInput id={id} autofocus value={name.value} maxLength={200} onChange={(text) => (name.value = text)} />
          )}
        </Field>
        {mayLink ? (
          <Field label={t('module.link')} hint={t('module.linkHint')}>
            {({ id, describedBy }) => (
              <Switch
                id={id}
                describedBy={describedBy}
                checked={isLinked.value}
                onChange={(checked) => (isLinked.value = checked)}
              />
            )}
          </Field>
        ) : null}
        {state.value === 'failed' ? (
          <p class="svc-error" role="alert">
            {t('module.notSaved')}
          </p>
        ) : null}
      </form>
    </Dialog>
  )
}
