import { type ReadonlySignal, useSignal, useSignalEffect } from '@preact/signals'
import type { EmailDocument } from '../../email/document/index.ts'
import type { Publication } from '../bridge/index.ts'
import type { PanelWords } from '../locale/panels/index.ts'
import type { Editor } from '../state/index.ts'
import { type Changes, findChanges } from '../versions/index.ts'

/** One line of the list of changes each; the settings of the email are one. */
export function countChanges({ nodes, settings }: Changes): number {
  return nodes.length + (settings.length > 0 ? 1 : 0)
}

/** True if the draft has changes that are not live; `changes` is undefined until they are counted. */
export function hasChanges({ release, unpublishedChanges }: Publication, changes: Changes | undefined): boolean {
  if (release === null || changes === undefined) return unpublishedChanges
  return countChanges(changes) > 0
}

/** The state in a few words. */
export function stateText(words: PanelWords, publication: Publication, changes: Changes | undefined): string {
  const { t } = words
  const { release, scheduled } = publication
  if (scheduled?.publishAt != null)
    return t('publish.state.scheduled', { time: words.dateTime(new Date(scheduled.publishAt)) })
  if (release === null) return t('publish.state.never')
  if (!hasChanges(publication, changes)) return t('publish.state.published')
  if (changes === undefined) return t('publish.state.changed', { number: release.number })
  return t('publish.state.draft', { count: countChanges(changes), number: words.number(release.number) })
}

/** Pause after the last change before changes are counted again, in ms. */
const quietMs = 400

const contents = new WeakMap<Editor, { number: number; document: Promise<EmailDocument> }>()

/** The document of a release, loaded once: it never changes. */
function releasedDocument(editor: Editor, number: number): Promise<EmailDocument> {
  const known = contents.get(editor)
  if (known?.number === number) return known.document
  const document = editor.api.getReleaseHtml(number).then((answer) => answer.document)
  contents.set(editor, { number, document })
  // The next change tries again.
  document.catch(() => contents.delete(editor))
  return document
}

/** A hook: the changes of the shown email since the live release. Undefined while unknown, and without a release. */
export function useUnpublished(editor: Editor): ReadonlySignal<Changes | undefined> {
  const changes = useSignal<Changes | undefined>(undefined)
  const counted = useSignal<number | undefined>(undefined)
  useSignalEffect(() => {
    const number = editor.publication.value?.release?.number
    const now = editor.document.value
    if (number !== counted.peek()) changes.value = undefined
    if (number === undefined) return undefined
    const count = () =>
      void releasedDocument(editor, number).then(
        (released) => {
          // Another release or change may have come meanwhile.
          if (editor.publication.peek()?.release?.number !== number || editor.document.peek() !== now) return
          counted.value = number
          changes.value = findChanges(released, now)
        },
        () => undefined,
      )
    const timer = setTimeout(count, changes.peek() === undefined ? 0 : quietMs)
    return () => clearTimeout(timer)
  })
  return changes
}
