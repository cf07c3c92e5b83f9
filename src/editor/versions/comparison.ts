import { type ReadonlySignal, type Signal, batch, useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { blockTypes } from '../../email/blocks/index.ts'
import { type EmailDocument, type NodeId, expandModules } from '../../email/document/index.ts'
import { renderHtml } from '../../email/render/index.ts'
import { rendererOf } from '../canvas/index.ts'
import type { Editor } from '../state/index.ts'
import { type Changes, type NodeChange, findChanges } from './changes.ts'
import { renderMarks, elementOf } from './marks.ts'

export type Side = 'then' | 'now'

export interface OldVersion {
  html: string
  document: EmailDocument
}

/** A version compared with the current email, and navigation through the changes. */
export interface Comparing {
  seen: Signal<Side>
  /** HTML of the shown side; undefined while loading. */
  shown: ReadonlySignal<string | undefined>
  /** Undefined until the version is loaded. */
  changes: ReadonlySignal<Changes | undefined>
  current: ReadonlySignal<NodeId | undefined>
  /** Changes that neither side renders, such as hidden nodes. */
  unseen: ReadonlySignal<ReadonlySet<NodeId>>
  /** Shows a change on the side that renders it: removed nodes in the version, others in the current email. */
  choose(id: NodeId): void
  step(by: 1 | -1): void
  /** Called when a frame shows the side. */
  showIn(page: Document): void
}

/** A hook that compares a version with the current email. */
export function useComparison(editor: Editor, old: ReadonlySignal<OldVersion | undefined>): Comparing {
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
      // Pressing the current line again keeps the chosen side.
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
