/** Marks an argument that may be any string. */
export const text = 0
/** Marks one that may be omitted. */
export const optionalText = 1

type Values = typeof text | typeof optionalText | readonly unknown[]

/** The arguments of methods: any string, or one of the listed values. Other methods take none. */
export const parameters = {
  setHtml: { html: text, css: text },
  export: { format: ['html', 'zip', 'pdf'] },
  preview: { device: ['desktop', 'mobile'] },
  setMode: { mode: ['visual', 'code'] },
  setReadOnly: { readOnly: [true, false] },
  setTheme: { theme: ['light', 'dark'] },
  getDocument: { publication: [true, undefined] },
  publish: { note: optionalText, publishAt: optionalText },
  requestReview: { note: optionalText },
  withdrawReview: { reviewId: optionalText },
  approve: { note: optionalText, reviewId: optionalText },
  reject: { note: optionalText, reviewId: optionalText },
} as const satisfies Record<string, Record<string, Values>>

/** The validated arguments of a method; undefined if they are invalid, or the method takes none. */
export function readArgs(name: string, given: Record<string, unknown>): Record<string, unknown> | undefined {
  const read: Record<string, unknown> = {}
  for (const [parameter, values] of parametersOf(name)) {
    const value = given[parameter]
    const string = values === optionalText ? (value ?? '') : value
    if (typeof values === 'number' ? typeof string !== 'string' : !values.includes(value)) return undefined
    read[parameter] = value
  }
  return Object.hasOwn(parameters, name) ? read : undefined
}

/** Empty for a method without arguments. */
export function parametersOf(name: string): [string, Values][] {
  return Object.hasOwn(parameters, name) ? Object.entries(parameters[name as keyof typeof parameters]) : []
}
