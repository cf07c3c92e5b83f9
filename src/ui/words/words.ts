import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Platform } from '../keys/index.ts'

/** The few words that controls say themselves. Whoever shows them hands them over in the person's language. */
export interface Words {
  close: string
  reset: string
  more: string
  linkSides: string
  unlinkSides: string
  top: string
  right: string
  bottom: string
  left: string
  unset: string
  inherited: string
  noMatches: string
  clear: string
  hue: string
  saturation: string
  brightness: string
  hexColor: string
  pickFromScreen: string
  themeColors: string
  recentColors: string
  colorOf: string
  width: string
  line: string
  solid: string
  dashed: string
  dotted: string
  color: string
  dismiss: string
}

/** What the kit needs of its surroundings: words and the platform whose keys it prints. */
export interface Surroundings {
  words: Words
  platform: Platform
}

export const englishWords: Words = {
  close: 'Close',
  reset: 'Reset',
  more: 'More',
  linkSides: 'Same on all sides',
  unlinkSides: 'Each side on its own',
  top: 'Top',
  right: 'Right',
  bottom: 'Bottom',
  left: 'Left',
  unset: 'Not set',
  inherited: 'Inherited',
  noMatches: 'No problems found',
  clear: 'Clear',
  hue: 'Hue',
  saturation: 'Saturation',
  brightness: 'Brightness',
  hexColor: 'Colour code',
  pickFromScreen: 'Pick from the screen',
  themeColors: 'Theme',
  recentColors: 'Recent',
  colorOf: 'Colour',
  width: 'Width',
  line: 'Line',
  solid: 'Solid',
  dashed: 'Dashed',
  dotted: 'Dotted',
  color: 'Colour',
  dismiss: 'Dismiss',
}

const context = createContext<Surroundings>({ words: englishWords, platform: 'other' })

/** Hands words and platform to every control below it. */
export const SurroundingsProvider = context.Provider

/** The words of the kit in the person's language. */
export function useWords(): Words {
  return useContext(context).words
}

/** Whose keys to print. */
export function usePlatform(): Platform {
  return useContext(context).platform
}
