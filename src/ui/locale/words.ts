import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Platform } from '../keys.ts'

/** The texts of the kit's controls; the application translates them. */
export interface Words {
  close: string
  reset: string
  more: string
  notNumber: string
  linkSides: string
  unlinkSides: string
  steps: string
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

/** The texts and the platform whose keys are shown. */
export interface Surroundings {
  words: Words
  platform: Platform
}

export const englishWords: Words = {
  close: 'Close',
  reset: 'Reset',
  more: 'More',
  notNumber: 'Enter a number.',
  linkSides: 'Same on all sides',
  unlinkSides: 'Each side on its own',
  steps: 'Common values',
  top: 'Top',
  right: 'Right',
  bottom: 'Bottom',
  left: 'Left',
  unset: 'Not set',
  inherited: 'Inherited',
  noMatches: 'No matches',
  clear: 'Clear',
  hue: 'Hue',
  saturation: 'Saturation',
  brightness: 'Brightness',
  hexColor: 'Hex color',
  pickFromScreen: 'Pick from the screen',
  themeColors: 'Theme',
  recentColors: 'Recent',
  colorOf: 'Color',
  width: 'Width',
  line: 'Line',
  solid: 'Solid',
  dashed: 'Dashed',
  dotted: 'Dotted',
  color: 'Color',
  dismiss: 'Dismiss',
}

const context = createContext<Surroundings>({ words: englishWords, platform: 'other' })

export const SurroundingsProvider = context.Provider

export function useWords(): Words {
  return useContext(context).words
}

export function usePlatform(): Platform {
  return useContext(context).platform
}
