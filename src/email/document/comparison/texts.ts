/** Collects every string in a JSON value, at any depth. */
export function textsIn(value: unknown, texts = new Set<string>()): Set<string> {
  if (typeof value === 'string') texts.add(value)
  else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) textsIn(one, texts)
  return texts
}
