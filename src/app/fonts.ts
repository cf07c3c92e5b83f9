/** A font face embedded in the executable, and its file in the packages. */
export interface EmbeddedFont {
  family: string
  weight: 400 | 700
  italic: boolean
  file: string
}

const google = '@expo-google-fonts'

function face(family: string, folder: string, style: string): EmbeddedFont {
  const file = `${google}/${folder}/${style}/${family.replaceAll(' ', '')}_${style}.ttf`
  return { family, weight: style.startsWith('7') ? 700 : 400, italic: style.endsWith('Italic'), file }
}

const four = ['400Regular', '700Bold', '400Regular_Italic', '700Bold_Italic'] as const

/**
 * Fonts for rendering, in fallback order per character: substitutes for fonts that emails name, then one per script, then
 * symbols. All under the SIL Open Font License.
 */
export const embeddedFonts: readonly EmbeddedFont[] = [
  ...four.map((style) => face('Arimo', 'arimo', style)),
  ...four.slice(0, 2).map((style) => face('Tinos', 'tinos', style)),
  ...four.map((style) => face('Gelasio', 'gelasio', style)),
  face('Cousine', 'cousine', '400Regular'),
  face('Noto Sans Hebrew', 'noto-sans-hebrew', '400Regular'),
  face('Noto Sans Arabic', 'noto-sans-arabic', '400Regular'),
  face('Noto Sans Devanagari', 'noto-sans-devanagari', '400Regular'),
  face('Noto Sans Thai', 'noto-sans-thai', '400Regular'),
  face('Noto Emoji', 'noto-emoji', '400Regular'),
  face('Noto Sans Symbols 2', 'noto-sans-symbols-2', '400Regular'),
]

/** File name of a compressed font below dist/public/fonts. */
export function packedName(file: string): string {
  return `${file.slice(file.lastIndexOf('/') + 1)}.gz`
}
