import { type Signal, signal } from '@preact/signals'
import type { ModuleFragment, ModuleUse } from '../../email/document/index.ts'
import { rendererOf } from '../canvas/index.ts'
import { type Editor, newId } from '../state/index.ts'

const counts = new WeakMap<Editor, Signal<number>>()

/** How many modules this editor has saved, for lists that shall know of them. */
export function savedCount(editor: Editor): Signal<number> {
  const known = counts.get(editor) ?? signal(0)
  counts.set(editor, known)
  return known
}

/** An instance that follows the latest version of a module. */
export function moduleUse(id: string): ModuleUse {
  return { id: newId(), type: 'module', ref: { id, version: 'latest' } }
}

/** Tells the canvas what instances mean; what it knew before stays known. */
export function learnModules(editor: Editor, modules: Readonly<Record<string, ModuleFragment>>): void {
  const rendering = rendererOf(editor)
  const known = rendering.modules
  rendering.modules = (ref) => {
    const key = `${ref.id} ${ref.version}`
    return Object.hasOwn(modules, key) ? modules[key] : known(ref)
  }
}
