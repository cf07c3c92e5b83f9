import type { Node } from '../../email/document/index.ts'
import { nodeTarget, targetOf, writeNodes } from './node-target.ts'
import type { PanelProps } from './panel.ts'
import type { Prop, Target } from './target.ts'

/** Several nodes as the target of fields: what they agree in is read, what is written holds for all of them, in one step. */
export function severalTarget(props: PanelProps, nodes: readonly Node[]): Target {
  const { editor, words } = props
  const targets = nodes.map((node) => nodeTarget(props, node))
  const own = (prop: Prop) => agreed(targets.map((target) => target.read(prop)))
  const held = (prop: Prop) => agreed(targets.map((target) => target.read(prop) ?? target.inherited(prop)))
  return {
    read: (prop) => own(prop)?.value,
    inherited: (prop) => held(prop)?.value,
    isMixed: (prop) => held(prop) === undefined,
    write: (label, prop, value, besides) =>
      writeNodes(editor, nodes, {
        prop: targetOf(editor, prop),
        value,
        label: words.t('change.property', { property: label }),
        besides,
      }),
    isLocked: (prop) => targets.some((target) => target.isLocked(prop)),
    isOptional: (prop) => targets.every((target) => target.isOptional(prop)),
    isMobile: (prop) => targets.some((target) => target.isMobile(prop)),
    isReset: (prop) => targets.some((target) => target.isReset(prop)),
  }
}

// Values are plain data in canonical form.
function agreed(values: readonly unknown[]): { value: unknown } | undefined {
  const [first] = values
  const text = JSON.stringify(first)
  return values.every((value) => JSON.stringify(value) === text) ? { value: first } : undefined
}
