/** In place of values: any text. */
export const text = 0

/** What methods take, by the names of their arguments: any text, or one of the values listed. Others take nothing. */
export const parameters = {
  setHtml: { html: text, css: text },
  export: { format: ['html', 'zip', 'pdf'] },
  preview: { device: ['desktop', 'mobile'] },
  setMode: { mode: ['visual', 'code'] },
  setReadOnly: { readOnly: [true, false] },
  setTheme: { theme: ['light', 'dark'] },
} as const satisfies Record<string, Record<string, typeof text | readonly unknown[]>>

/** The arguments of a method, checked and without others; undefined where they do not fit, or the method takes none. */
export function readArgs(name: string, given: Record<string, unknown>): Record<string, unknown> | undefined {
  const read: Record<string, unknown> = {}
  for (const [parameter, values] of parametersOf(name)) {
    const value = given[parameter]
    if (values === text ? typeof value !== 'string' : !values.includes(value)) return undefined
    read[parameter] = value
  }
  return Object.hasOwn(parameters, name) ? read : undefined
}

/** The arguments of a method by name; empty for one that takes none. */
export function parametersOf(name: string): [string, typeof text | readonly unknown[]][] {
  return Object.hasOwn(parameters, name) ? Object.entries(parameters[name as keyof typeof parameters]) : []
}
