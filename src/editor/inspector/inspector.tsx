import { type Node, type Section, rootId } from '../../email/document/index.ts'
import { Icon, lockIcon } from '../../ui/icons/index.ts'
import { nameOf, whyHeld } from '../actions/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { selectedIds } from '../state/index.ts'
import { BlockSettings } from './block-settings.tsx'
import { EmailSettings } from './email-settings.tsx'
import { InspectorHead } from './inspector-head.tsx'
import { SeveralSettings } from './several-settings.tsx'

/** What can be set on the selection; on the email itself when nothing is selected, so that it is never empty. */
export function Inspector(props: PanelProps) {
  const { editor } = props
  const entry = editor.outline.value.entries.get(editor.selection.value ?? '')
  if (entry === undefined) return <EmailSettings {...props} />
  const ids = selectedIds(editor)
  if (ids.length > 1) return <SeveralSettings key={ids.join()} {...props} ids={ids} />
  const { node } = entry
  const held = whyHeld(editor, [node.id], 'content') ?? whyHeld(editor, [node.id], 'style')
  return (
    <div class="svc-inspector" key={node.id}>
      <InspectorHead {...props} node={node} name={nameOf(editor, node)} kind={kindOf(node, entry.parent)} />
      {held === undefined ? null : (
        <p class="svc-hint svc-held">
          <Icon d={lockIcon} size={14} />
          {held}
        </p>
      )}
      <BlockSettings {...props} node={node} />
    </div>
  )
}

function kindOf(node: Node, parent: string): 'section' | 'structure' | 'block' {
  if (parent === rootId || (node as Section).columns !== undefined) return 'section'
  return node.type === 'column' ? 'structure' : 'block'
}
