import { Bytes, Damaged, cutOff } from './damaged.ts'

/** A marker with its parameters and, for a scan, the entropy-coded data after them (ITU-T T.81 B.1). */
export interface JpegSegment {
  marker: number
  /** Offset of the marker. */
  start: number
  /** Offset of the parameters, after their length. */
  from: number
  end: number
}

export const jpegMarkers = { app0: 0xe0, app1: 0xe1, app2: 0xe2, app14: 0xee, comment: 0xfe, scan: 0xda, end: 0xd9 }

/** Segments between the start and the end of the image, end marker last. Throws Damaged. */
export function* jpegSegments(bytes: Uint8Array): Generator<JpegSegment> {
  const file = new Bytes(bytes, 'JPEG')
  let at = 2
  for (;;) {
    if (file.u8(at) !== 0xff) throw new Damaged('The JPEG has invalid data instead of a marker.')
    // B.1.1.2: any number of fill bytes may precede a marker.
    while (file.u8(at + 1) === 0xff) at++
    const marker = file.u8(at + 1)
    if (marker === jpegMarkers.end) {
      yield { marker, start: at, from: at + 2, end: at + 2 }
      return
    }
    const length = file.u16(at + 2)
    if (length < 2) throw new Damaged('The JPEG has a segment with an invalid length.')
    const parametersEnd = at + 2 + length
    if (parametersEnd > file.length) cutOff('JPEG')
    const end = marker === jpegMarkers.scan ? endOfScan(bytes, parametersEnd) : parametersEnd
    yield { marker, start: at, from: at + 4, end }
    at = end
  }
}

// Entropy-coded data ends at a marker other than a stuffed zero or a restart (B.1.1.5).
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; ; at += 2) {
    at = bytes.indexOf(0xff, at)
    const next = at === -1 ? undefined : bytes[at + 1]
    if (next === undefined) return cutOff('JPEG')
    if (next === 0xff) at--
    else if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
}

/** True for a start-of-frame marker, which contains the size (B.2.2). */
export function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}
