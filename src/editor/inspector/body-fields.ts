import type { Field } from '../../email/document/index.ts'

const positions = [
  { value: 'center', label: 'Centre' },
  { value: 'left', label: 'Left' },
] as const

/** The sheet that the email is on. */
export const bodyFields: readonly Field[] = [
  { prop: 'width', label: 'Content width', kind: 'length', min: 320, max: 900 },
  { prop: 'background', label: 'Background', kind: 'color' },
  { prop: 'contentBackground', label: 'Content background', kind: 'color' },
  { prop: 'align', label: 'Content stands', kind: 'choice', options: positions },
  { prop: 'breakpoint', label: 'Phones up to', kind: 'length', min: 240, max: 1200 },
]

export const darkBodyFields: readonly Field[] = [
  { prop: 'dark.background', label: 'Background', kind: 'color' },
  { prop: 'dark.contentBackground', label: 'Content background', kind: 'color' },
]
