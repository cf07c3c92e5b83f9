import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Icon, checkIcon, clockIcon, pencilIcon, uploadIcon } from '../../ui/icons/index.ts'
import { type PanelWords, loadPanelWords } from '../locale/panels/index.ts'
import { type Editor, opensPublishing, showsPublishing } from '../state/index.ts'
import { hasChanges, stateText, useUnpublished } from './state.ts'

/** What is published, in the bar; a button for users who may publish. Nothing where every save is live. */
export function PublishControl({ editor }: { editor: Editor }) {
  const words = useSignal<PanelWords | undefined>(undefined)
  const { locale } = editor.config
  useEffect(() => void loadPanelWords(locale).then((loaded) => (words.value = loaded)), [locale])
  if (words.value === undefined || editor.mode.value === 'code' || !showsPublishing(editor)) return null
  return <State editor={editor} words={words.value} />
}

function State({ editor, words }: { editor: Editor; words: PanelWords }) {
  const changes = useUnpublished(editor).value
  const publication = editor.publication.value
  if (publication === undefined) return null
  const isChanged = hasChanges(publication, changes)
  const text = stateText(words, publication, changes)
  const icon = publication.scheduled !== null ? clockIcon : isChanged ? pencilIcon : checkIcon
  const state = (
    <span class={`publish-state${isChanged ? '' : ' publish-live'}`}>
      <Icon d={icon} size={14} />
      <span>{text}</span>
    </span>
  )
  if (!opensPublishing(editor)) return <div class="publish">{state}</div>
  return (
    <button
      type="button"
      class="publish publish-button"
      aria-haspopup="dialog"
      data-tip={text}
      onClick={() => editor.run('publish')}
    >
      {state}
      {isChanged ? (
        <span class="publish-action">
          <Icon d={uploadIcon} />
          <span>{words.t(publication.approval === 'required' ? 'review.title' : 'publish.publish')}</span>
        </span>
      ) : null}
    </button>
  )
}
