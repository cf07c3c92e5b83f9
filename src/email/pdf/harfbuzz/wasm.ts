/** A function of a wasm module; pointers and sizes are numbers. */
type Call = (...numbers: number[]) => number

/** The functions of a module that are used, and its memory. */
export type Calls<Name extends string> = Record<Name, Call> & { memory: WebAssembly.Memory }

/** Picks functions of a module by their names. Throws an Error where one is missing. */
export function callsOf<Name extends string>(instance: WebAssembly.Instance, names: readonly Name[]): Calls<Name> {
  const { memory } = instance.exports
  if (!(memory instanceof WebAssembly.Memory)) throw new Error('The WebAssembly module exports no memory')
  const calls = names.map((name) => {
    const found: unknown = instance.exports[name]
    if (typeof found !== 'function') throw new Error(`The WebAssembly module exports no ${name}`)
    return [name, found] as const
  })
  return { ...(Object.fromEntries(calls) as Record<Name, Call>), memory }
}
