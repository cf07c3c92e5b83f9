import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Editor } from '../state/index.ts'
import { Blocks } from './blocks.tsx'

export type Panel = ComponentType<{ editor: Editor }>

/** The panels beside the canvas, each in a chunk of its own that is read when it is first shown. */
export const slots = {
  blocks: () => Promise.resolve<Panel>(Blocks),
} satisfies Record<string, () => Promise<Panel>>

export type SlotName = keyof typeof slots

const loaded = new Map<SlotName, Panel>()

/** A panel, once its code is there. */
export function Slot({ name, editor }: { name: SlotName; editor: Editor }) {
  const [panel, show] = useState(() => loaded.get(name))
  useEffect(() => {
    let isWanted = true
    void slots[name]().then((found) => {
      loaded.set(name, found)
      if (isWanted) show(() => found)
    })
    return () => {
      isWanted = false
    }
  }, [name])
  const Shown = panel
  return Shown === undefined ? null : <Shown editor={editor} />
}
