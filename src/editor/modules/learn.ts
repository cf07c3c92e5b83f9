import { type Signal, signal } from '@preact/signals'
import type { ModuleFragment, ModuleUse } from '../../email/document/index.ts'
import { rendererOf } from '../canvas/index.ts'
import { type Editor, newId } from '../state/index.ts'

const counts = new WeakMap<Editor, Signal<number>>()

/** Incremented when this editor saves a module, so that lists reload. */
export function savedModuleCount(editor: Editor): Signal<number> {
  const known = counts.get(editor) ?? signal(0)
  counts.set(editor, known)
  return known
}

export function moduleUse(id: string): ModuleUse {
  return { id: newId(), type: 'module', ref: { id, version: 'latest' } }
}

/** Adds content of module instances for the canvas. */
export function addModules(editor: Editor, modules: Readonly<Record<string, ModuleFragment>>): void {
  const rendering = rendererOf(editor)
  const known = rendering.modules
  rendering.modules = (ref) => {
    const key = `${ref.id} ${ref.version}`
    return Object.hasOwn(modules, key) ? modules[key] : known(ref)
  }
}
