import type { ReadonlySignal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Toaster } from '../ui/overlays/index.ts'
import type { Api } from './api/index.ts'
import type { ConsoleWords, TextKey } from './locale/index.ts'
import type { Router } from './router.ts'
import type { Project, Start } from './start.ts'

/** What every part of the console uses. */
export interface Console {
  start: Start
  words: ConsoleWords
  router: Router
  /** The section of the URL; undefined for a page that does not exist. */
  section: ReadonlySignal<{ path: string; title: TextKey } | undefined>
  toaster: Toaster
  /** Undefined if the company has none. */
  project: ReadonlySignal<Project | undefined>
  /** Calls in the current project. */
  api: ReadonlySignal<Api>
  switchProject(id: string): void
  /** Shows why something failed, in the words of the API. */
  report(error: unknown): void
}

const context = createContext<Console | undefined>(undefined)

export const ConsoleProvider = context.Provider

export function useConsole(): Console {
  const value = useContext(context)
  if (value === undefined) throw new Error('A part of the console is outside of it.')
  return value
}
