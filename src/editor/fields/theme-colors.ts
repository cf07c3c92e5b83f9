import type { EmailDocument } from '../../email/document/index.ts'
import type { NamedColor } from '../../ui/fields/index.ts'
import { readable } from './merge-fields.ts'

export function themeColors({ theme }: EmailDocument): NamedColor[] {
  return Object.entries(theme.colors).map(([name, { light }]) => {
    return { value: `$color.${name}`, label: readable(name), color: light }
  })
}

/** Stacks of fonts that every mail client has. */
export const safeFonts: readonly { value: string; label: string }[] = [
  { value: 'Arial, Helvetica, sans-serif', label: 'Arial' },
  { value: 'Helvetica, Arial, sans-serif', label: 'Helvetica' },
  { value: 'Verdana, Geneva, sans-serif', label: 'Verdana' },
  { value: 'Tahoma, Verdana, sans-serif', label: 'Tahoma' },
  { value: "'Trebuchet MS', Helvetica, sans-serif", label: 'Trebuchet MS' },
  { value: 'Georgia, Times, serif', label: 'Georgia' },
  { value: "'Times New Roman', Times, serif", label: 'Times New Roman' },
  { value: "'Courier New', Courier, monospace", label: 'Courier New' },
]
