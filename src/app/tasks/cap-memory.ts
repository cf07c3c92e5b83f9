const pageBytes = 64 * 1024
const memorySection = 5

/**
 * Adds a maximum to the memory of a WebAssembly module that declares none; an allocation beyond it traps. Throws an Error
 * for a module without its own memory.
 */
export function capMemory(wasm: Uint8Array, bytes: number): Uint8Array<ArrayBuffer> {
  let at = 8
  while (at < wasm.length) {
    const id = wasm[at]
    const size = readNumber(wasm, at + 1)
    const end = size.end + size.value
    if (id === memorySection) {
      // WebAssembly 1.0, 5.5.8 and 5.3.4: the count, then flags, minimum and, depending on the flags, maximum pages of the
      // first.
      const min = readNumber(wasm, size.end + 2)
      const body = [1, 1, ...writeNumber(min.value), ...writeNumber(Math.max(min.value, Math.floor(bytes / pageBytes)))]
      const capped = new Uint8Array(at + 1 + writeNumber(body.length).length + body.length + wasm.length - end)
      capped.set(wasm.subarray(0, at))
      capped.set([memorySection, ...writeNumber(body.length), ...body], at)
      capped.set(wasm.subarray(end), capped.length - (wasm.length - end))
      return capped
    }
    at = end
  }
  throw new Error('The WebAssembly module has no memory')
}

/** Unsigned LEB128 (5.2.2). */
function readNumber(bytes: Uint8Array, from: number): { value: number; end: number } {
  let value = 0
  for (let at = from; ; at++) {
    const byte = bytes[at] ?? 0
    value += (byte & 127) * 2 ** (7 * (at - from))
    if (byte < 128) return { value, end: at + 1 }
  }
}

function writeNumber(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...writeNumber(Math.floor(value / 128))]
}
