/** Marks an argument that may be any string. */
export const text = 0
/** Marks one that may be omitted. */
export const optionalText = 1
/** Marks one that may be any object of JSON. */
export const object = 2
/** Marks one that may be any array of JSON. */
export const list = 3

type Values = typeof text | typeof optionalText | typeof object | typeof list | readonly unknown[]

/** The arguments of methods: of a kind, or one of the listed values. Other methods take none. */
export const parameters = {
  setHtml: { html: text, css: text },
  setDocument: { document: object },
  applyOperations: { operations: list },
  update: { options: object },
  export: { format: ['html', 'zip', 'pdf'] },
  preview: { device: ['desktop', 'mobile'], recipient: optionalText },
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
    const value = values === object || values === list ? toJson(given[parameter]) : given[parameter]
    if (typeof values !== 'number' ? !values.includes(value) : !isOfKind(values, value)) return undefined
    read[parameter] = value
  }
  return Object.hasOwn(parameters, name) ? read : undefined
}

function isOfKind(kind: number, value: unknown): boolean {
  if (kind === list) return Array.isArray(value)
  if (kind === object) return Object(value) === value && !Array.isArray(value)
  return typeof (kind === optionalText ? (value ?? '') : value) === 'string'
}

/** A copy, because a port does not accept the proxies of frameworks; undefined if it is not JSON. */
function toJson(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value))
  } catch {
    return undefined
  }
}

/** Empty for a method without arguments. */
export function parametersOf(name: string): [string, Values][] {
  return Object.hasOwn(parameters, name) ? Object.entries(parameters[name as keyof typeof parameters]) : []
}
