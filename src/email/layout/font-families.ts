/** An available face of a family. */
export interface Face {
  readonly family: string
  readonly weight: 400 | 700
  readonly italic: boolean
}

const faces = new Map<string, Face>()

/** Returns the same object for equal arguments, so that faces compare by identity. */
export function faceOf(family: string, weight: Face['weight'], italic: boolean): Face {
  const key = `${family} ${weight} ${italic}`
  const known = faces.get(key)
  if (known !== undefined) return known
  const fresh: Face = Object.freeze({ family, weight, italic })
  faces.set(key, fresh)
  return fresh
}

/** CSS font-family list; a character with a text variation selector gets no emoji font (Unicode TS 51). */
export function familiesFor(text: string, { family }: Face): string {
  return text.includes('\ufe0e') ? `${family}, 'Noto Sans Symbols 2'` : family
}

/** Nearest available weight (CSS Fonts 4, section 5.2). */
export function weightOf(weight: number): Face['weight'] {
  return weight > 500 ? 700 : 400
}
