/** Marks an argument that may be any string. */
export const text = 0

/** The arguments of methods: any string, or one of the listed values. Other methods take none. */
export const parameters = {
  setHtml: { html: text, css: text },
  export: { format: ['html', 'zip', 'pdf'] },
  preview: { device: ['desktop', 'mobile'] },
  setMode: { mode: ['visual', 'code'] },
  setReadOnly: { readOnly: [true, false] },
  setTheme: { theme: ['light', 'dark'] },
} as const satisfies Record<string, Record<string, typeof text | readonly unknown[]>>

/** The validated arguments of a method; undefined if they are invalid, or the method takes none. */
export function readArgs(name: string, given: Record<string, unknown>): Record<string, unknown> | undefined {
  const read: Record<string, unknown> = {}
  for (const [parameter, values] of parametersOf(name)) {
    const value = given[parameter]
    if (values === text ? typeof value !== 'string' : !values.includes(value)) return undefined
    read[parameter] = value
  }
  return Object.hasOwn(parameters, name) ? read : undefined
}

/** Empty for a method without arguments. */
export function parametersOf(name: string): [string, typeof text | readonly unknown[]][] {
  return Object.hasOwn(parameters, name) ? Object.entries(parameters[name as keyof typeof parameters]) : []
}
