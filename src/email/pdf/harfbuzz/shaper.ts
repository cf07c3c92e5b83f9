/** A function of a WebAssembly module; pointers and sizes are numbers. */
type Call = (...numbers: number[]) => number

export type WasmFunctions<Name extends string> = Record<Name, Call> & { memory: WebAssembly.Memory }

/** Throws an Error if a function is missing. */
export function functionsOf<Name extends string>(
  instance: WebAssembly.Instance,
  names: readonly Name[],
): WasmFunctions<Name> {
  const { memory } = instance.exports
  if (!(memory instanceof WebAssembly.Memory)) throw new Error('The WebAssembly module exports no memory')
  const functions = names.map((name) => {
    const found: unknown = instance.exports[name]
    if (typeof found !== 'function') throw new Error(`The WebAssembly module exports no ${name}`)
    return [name, found] as const
  })
  return { ...(Object.fromEntries(functions) as Record<Name, Call>), memory }
}

/** A glyph of a shaped text; lengths are in units of its font. */
export interface Glyph {
  id: number
  /** UTF-16 offset of its letters in the text; several glyphs may share one cluster. */
  cluster: number
  advance: number
  /** Offset from the pen position, right and up. */
  dx: number
  dy: number
}

interface Shaping {
  direction: 'ltr' | 'rtl'
  /** Optional ligatures are allowed: false for letter-spaced text. */
  joins: boolean
}

/** A font whose bytes are in WebAssembly memory. */
export interface ShapedFont {
  unitsPerEm: number
  has(codePoint: number): boolean
  advanceOf(glyph: number): number
  /** Glyphs are in visual order, from left to right. */
  shape(text: string, shaping: Shaping): Glyph[]
}

/** Opens fonts for shaping. Throws an Error for bytes that are no TrueType or OpenType font. */
export interface Shaper {
  open(font: Uint8Array): ShapedFont
}

/** Exports of harfbuzz.wasm (hb.h). */
const used = [
  'malloc',
  'free',
  '__wasm_call_ctors',
  'hb_blob_create',
  'hb_blob_destroy',
  'hb_face_create',
  'hb_face_get_upem',
  'hb_face_collect_unicodes',
  'hb_font_create',
  'hb_font_get_glyph_h_advance',
  'hb_set_create',
  'hb_set_destroy',
  'hb_set_get_population',
  'hb_set_next_many',
  'hb_buffer_create',
  'hb_buffer_destroy',
  'hb_buffer_set_direction',
  'hb_buffer_set_flags',
  'hb_buffer_add_utf16',
  'hb_buffer_guess_segment_properties',
  'hb_buffer_get_length',
  'hb_buffer_get_glyph_infos',
  'hb_buffer_get_glyph_positions',
  'hb_shape',
  'hb_feature_from_string',
] as const
type Harfbuzz = WasmFunctions<(typeof used)[number]>

const direction = { ltr: 4, rtl: 5 } as const
const writable = 2
/** HB_BUFFER_FLAG_REMOVE_DEFAULT_IGNORABLES: joiners and selectors leave no zero-width glyph. */
const removeIgnorable = 8
/** Sizes of hb_glyph_info_t, hb_glyph_position_t and hb_feature_t, bytes. */
const [infoBytes, positionBytes, featureBytes] = [20, 20, 16]
const optional = ['-liga', '-clig', '-calt']

/** Fonts are never freed: they stay in the memory of the module. */
export function createShaper(wasm: Uint8Array<ArrayBuffer>): Shaper {
  const harfbuzz = instantiate(wasm)
  const plain = optional.map((feature) => writeFeature(harfbuzz, feature))
  const features = harfbuzz.malloc(featureBytes * plain.length)
  for (const [index, bytes] of plain.entries()) bytesOf(harfbuzz).set(bytes, features + index * featureBytes)
  return { open: (font) => openFont(harfbuzz, font, { at: features, count: plain.length }) }
}

function openFont(harfbuzz: Harfbuzz, bytes: Uint8Array, plain: { at: number; count: number }): ShapedFont {
  const at = copyIn(harfbuzz, bytes)
  const blob = harfbuzz.hb_blob_create(at, bytes.length, writable, 0, 0)
  const face = harfbuzz.hb_face_create(blob, 0)
  const letters = readLetters(harfbuzz, face)
  if (letters.size === 0) throw new Error('The file is not a TrueType or OpenType font')
  const font = harfbuzz.hb_font_create(face)
  const advances = new Map<number, number>()
  return {
    unitsPerEm: harfbuzz.hb_face_get_upem(face),
    has: (codePoint) => letters.has(codePoint),
    advanceOf(glyph) {
      const known = advances.get(glyph)
      if (known !== undefined) return known
      const fresh = harfbuzz.hb_font_get_glyph_h_advance(font, glyph)
      advances.set(glyph, fresh)
      return fresh
    },
    shape(text, shaping) {
      const buffer = harfbuzz.hb_buffer_create()
      const units = copyIn(harfbuzz, unitsOf(text))
      harfbuzz.hb_buffer_add_utf16(buffer, units, text.length, 0, text.length)
      harfbuzz.free(units)
      harfbuzz.hb_buffer_set_direction(buffer, direction[shaping.direction])
      harfbuzz.hb_buffer_set_flags(buffer, removeIgnorable)
      harfbuzz.hb_buffer_guess_segment_properties(buffer)
      harfbuzz.hb_shape(font, buffer, shaping.joins ? 0 : plain.at, shaping.joins ? 0 : plain.count)
      const glyphs = readGlyphs(harfbuzz, buffer)
      harfbuzz.hb_buffer_destroy(buffer)
      return glyphs
    },
  }
}

function readGlyphs(harfbuzz: Harfbuzz, buffer: number): Glyph[] {
  const count = harfbuzz.hb_buffer_get_length(buffer)
  const infos = harfbuzz.hb_buffer_get_glyph_infos(buffer, 0)
  const positions = harfbuzz.hb_buffer_get_glyph_positions(buffer, 0)
  const view = new DataView(harfbuzz.memory.buffer)
  return Array.from({ length: count }, (_, index) => {
    const [info, position] = [infos + index * infoBytes, positions + index * positionBytes]
    return {
      id: view.getUint32(info, true),
      cluster: view.getUint32(info + 8, true),
      advance: view.getInt32(position, true),
      dx: view.getInt32(position + 8, true),
      dy: view.getInt32(position + 12, true),
    }
  })
}

function readLetters(harfbuzz: Harfbuzz, face: number): Set<number> {
  const set = harfbuzz.hb_set_create()
  harfbuzz.hb_face_collect_unicodes(face, set)
  const count = harfbuzz.hb_set_get_population(set)
  const out = harfbuzz.malloc(Math.max(4, count * 4))
  harfbuzz.hb_set_next_many(set, 0xffffffff, out, count)
  const letters = new Set(new Uint32Array(harfbuzz.memory.buffer, out, count))
  harfbuzz.free(out)
  harfbuzz.hb_set_destroy(set)
  return letters
}

function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length)
  for (let at = 0; at < text.length; at++) units[at] = text.charCodeAt(at)
  return units
}

function writeFeature(harfbuzz: Harfbuzz, name: string): Uint8Array {
  const at = harfbuzz.malloc(featureBytes)
  const text = copyIn(harfbuzz, new TextEncoder().encode(name))
  harfbuzz.hb_feature_from_string(text, name.length, at)
  const bytes = bytesOf(harfbuzz).slice(at, at + featureBytes)
  harfbuzz.free(text)
  harfbuzz.free(at)
  return bytes
}

function copyIn(harfbuzz: Harfbuzz, data: Uint8Array | Uint16Array): number {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  const at = harfbuzz.malloc(Math.max(1, bytes.length))
  if (at === 0) throw new Error('Out of memory for a font')
  bytesOf(harfbuzz).set(bytes, at)
  return at
}

function bytesOf({ memory }: Harfbuzz): Uint8Array {
  return new Uint8Array(memory.buffer)
}

const pageBytes = 65_536

// The imports that Emscripten's loader provides; the module is instantiated without that loader.
function instantiate(wasm: Uint8Array<ArrayBuffer>): Harfbuzz {
  const harfbuzz: { exports?: Harfbuzz } = {}
  const nothing = () => 0
  const abort = () => {
    throw new Error('HarfBuzz failed')
  }
  const imports = {
    wasi_snapshot_preview1: { proc_exit: abort },
    env: {
      _abort_js: abort,
      _emscripten_runtime_keepalive_clear: nothing,
      _setitimer_js: nothing,
      emscripten_resize_heap(bytes: number) {
        const memory = harfbuzz.exports?.memory
        if (memory === undefined) return 0
        const missing = Math.ceil(((bytes >>> 0) - memory.buffer.byteLength) / pageBytes)
        try {
          memory.grow(Math.max(missing, 64))
          return 1
        } catch {
          return 0
        }
      },
    },
  }
  const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), imports)
  const exports = functionsOf(instance, used)
  harfbuzz.exports = exports
  exports.__wasm_call_ctors()
  return exports
}
