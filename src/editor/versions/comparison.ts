import { type ReadonlySignal, type Signal, batch, useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { blockTypes } from '../../email/blocks/index.ts'
import { type EmailDocument, type NodeId, expandModules } from '../../email/document/index.ts'
import { renderHtml } from '../../email/render/index.ts'
import { rendererOf } from '../canvas/index.ts'
import type { Editor } from '../state/index.ts'
import { type Changes, type NodeChange, findChanges } from './changes.ts'
import { renderMarks, elementOf } from './marks.ts'

/** Which of the two is shown. */
export type Side = 'then' | 'now'

/** A version as it was saved, and as it looked. */
export interface Old {
  html: string
  document: EmailDocument
}

/** A version beside the email as it is now, and a way through what changed. */
export interface Comparing {
  seen: Signal<Side>
  /** The HTML of the side that is shown; undefined until it is here. */
  shown: ReadonlySignal<string | undefined>
  /** Undefined until the version is here. */
  changes: ReadonlySignal<Changes | undefined>
  /** The change that is inspected. */
  current: ReadonlySignal<NodeId | undefined>
  /** Changes that neither side has a place for, such as of what is hidden. */
  unseen: ReadonlySignal<ReadonlySet<NodeId>>
  /** Shows a change where it can be seen: what is gone as it was, the rest as it is now. */
  choose(id: NodeId): void
  /** To the next change or the one before, round the ends. */
  step(by: 1 | -1): void
  /** Hears that a frame shows the side. */
  showIn(page: Document): void
}

/** Compares a version with the email as it is now, in a component. */
export function useComparison(editor: Editor, old: ReadonlySignal<Old | undefined>): Comparing {
  const seen = useSignal<Side>('then')
  const current = useSignal<NodeId | undefined>(undefined)
  const page = useSignal<{ rendered: Document } | undefined>(undefined)
  const now = useComputed(() => {
    const { document: whole } = expandModules(editor.document.value, rendererOf(editor).modules)
    return renderHtml(whole, blockTypes, { mode: 'editor', target: 'sample', cdnUrl: location.origin }).html
  })
  const changes = useComputed(() =>
    old.value === undefined ? undefined : findChanges(old.value.document, editor.document.value),
  )
  const unseen = useComputed(() => {
    const isRendered = ({ id, kinds }: NodeChange) =>
      ((kinds.includes('removed') ? old.value?.html : now.value) ?? '').includes(`data-n="${id}"`)
    return new Set((changes.value?.nodes ?? []).flatMap((change) => (isRendered(change) ? [] : [change.id])))
  })
  useSignalEffect(() => {
    const [rendered, id, nodes] = [page.value?.rendered, current.value, changes.value?.nodes ?? []]
    if (rendered === undefined) return undefined
    const clear = renderMarks(rendered, nodes, id)
    scrollTo(rendered, id)
    return clear
  })
  const choose = (id: NodeId) =>
    batch(() => {
      const kinds = changes.peek()?.nodes.find((change) => change.id === id)?.kinds ?? []
      if (kinds.includes('removed')) seen.value = 'then'
      // A press on the line that is inspected leaves the side as it was chosen.
      else if (kinds.includes('added') || current.peek() !== id) seen.value = 'now'
      current.value = id
    })
  return {
    seen,
    shown: useComputed(() => (seen.value === 'then' ? old.value?.html : now.value)),
    changes,
    current,
    unseen,
    choose,
    step(by) {
      const nodes = changes.peek()?.nodes ?? []
      const at = nodes.findIndex(({ id }) => id === current.peek())
      const next = nodes.at(at === -1 ? Math.min(by - 1, 0) : (at + by) % nodes.length)
      if (next !== undefined) choose(next.id)
    },
    showIn: (rendered) => (page.value = { rendered }),
  }
}

function scrollTo(page: Document, id: NodeId | undefined): void {
  const view = page.defaultView
  const at = id === undefined ? undefined : elementOf(page, id)?.getBoundingClientRect()
  if (at === undefined || view === null) return
  view.scrollBy({ top: at.top - Math.max(24, (view.innerHeight - at.height) / 2), behavior: 'instant' })
}
