import { type WasmFunctions, functionsOf } from './shaper.ts'

/** Exports of harfbuzz-subset.wasm (hb-subset.h). */
const used = [
  'malloc',
  'free',
  '_initialize',
  'hb_blob_create',
  'hb_blob_destroy',
  'hb_blob_get_data',
  'hb_blob_get_length',
  'hb_face_create',
  'hb_face_destroy',
  'hb_face_reference_blob',
  'hb_set_add',
  'hb_subset_input_create_or_fail',
  'hb_subset_input_destroy',
  'hb_subset_input_glyph_set',
  'hb_subset_input_set',
  'hb_subset_input_set_flags',
  'hb_subset_input_pin_all_axes_to_default',
  'hb_subset_or_fail',
] as const
type Subset = WasmFunctions<(typeof used)[number]>

const writable = 2
// No hinting, retain glyph IDs, keep the .notdef outline, no layout closure.
const flags = 0x1 | 0x2 | 0x40 | 0x200
const droppedTables = 3
/** Tables that a font in a PDF does not need (ISO 32000-2, 9.9.2). */
const unneededTables = [
  'GSUB',
  'GPOS',
  'GDEF',
  'BASE',
  'kern',
  'DSIG',
  'STAT',
  'name',
  'post',
  'cmap',
  'OS/2',
  'meta',
  'MERG',
]

export interface Subsetter {
  /** Glyphs keep their IDs. Throws an Error for bytes that are not a font. */
  cut(font: Uint8Array, glyphs: Iterable<number>): Uint8Array
}

export function createSubsetter(wasm: Uint8Array<ArrayBuffer>): Subsetter {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), {})
  const subset = functionsOf(instance, used)
  subset._initialize()
  return { cut: (font, glyphs) => cutFont(subset, font, glyphs) }
}

function cutFont(subset: Subset, font: Uint8Array, glyphs: Iterable<number>): Uint8Array {
  const data = subset.malloc(font.length)
  if (data === 0) throw new Error('Out of memory for a font')
  new Uint8Array(subset.memory.buffer).set(font, data)
  const blob = subset.hb_blob_create(data, font.length, writable, 0, 0)
  const face = subset.hb_face_create(blob, 0)
  subset.hb_blob_destroy(blob)
  const input = subset.hb_subset_input_create_or_fail()
  try {
    const wanted = subset.hb_subset_input_glyph_set(input)
    for (const glyph of glyphs) subset.hb_set_add(wanted, glyph)
    const dropped = subset.hb_subset_input_set(input, droppedTables)
    for (const table of unneededTables) subset.hb_set_add(dropped, tagOf(table))
    subset.hb_subset_input_set_flags(input, flags)
    // A variable font is painted in its default instance.
    subset.hb_subset_input_pin_all_axes_to_default(input, face)
    return readFace(subset, subset.hb_subset_or_fail(face, input))
  } finally {
    subset.hb_subset_input_destroy(input)
    subset.hb_face_destroy(face)
    subset.free(data)
  }
}

function readFace(subset: Subset, face: number): Uint8Array {
  if (face === 0) throw new Error('The font cannot be subset')
  const blob = subset.hb_face_reference_blob(face)
  const at = subset.hb_blob_get_data(blob, 0)
  const bytes = new Uint8Array(subset.memory.buffer, at, subset.hb_blob_get_length(blob)).slice()
  subset.hb_blob_destroy(blob)
  subset.hb_face_destroy(face)
  return bytes
}

function tagOf(name: string): number {
  return [...name].reduce((tag, letter) => (tag << 8) + letter.charCodeAt(0), 0)
}
