import { Bytes, Damaged, cutOff } from './damaged.ts'

/** A marker with its parameters and, for a scan, the coded data behind them (ITU-T T.81 B.1). */
export interface JpegSegment {
  marker: number
  /** Of the marker itself. */
  start: number
  /** Of the parameters, behind their length. */
  from: number
  end: number
}

export const jpegMarkers = { app0: 0xe0, app1: 0xe1, app2: 0xe2, app14: 0xee, comment: 0xfe, scan: 0xda, end: 0xd9 }

/** The segments between the start and the end of the image, the end marker last. Throws Damaged. */
export function* jpegSegments(bytes: Uint8Array): Generator<JpegSegment> {
  const file = new Bytes(bytes, 'JPEG')
  let at = 2
  for (;;) {
    if (file.u8(at) !== 0xff) throw new Damaged('The JPEG has something else where a marker belongs.')
    // B.1.1.2: any number of fill bytes may precede a marker.
    while (file.u8(at + 1) === 0xff) at++
    const marker = file.u8(at + 1)
    if (marker === jpegMarkers.end) {
      yield { marker, start: at, from: at + 2, end: at + 2 }
      return
    }
    const length = file.u16(at + 2)
    if (length < 2) throw new Damaged('The JPEG has a segment of an impossible length.')
    const parametersEnd = at + 2 + length
    if (parametersEnd > file.length) cutOff('JPEG')
    const end = marker === jpegMarkers.scan ? endOfScan(bytes, parametersEnd) : parametersEnd
    yield { marker, start: at, from: at + 4, end }
    at = end
  }
}

// Coded data ends at a marker that is neither a stuffed zero nor a restart (B.1.1.5).
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; ; at += 2) {
    at = bytes.indexOf(0xff, at)
    const next = at === -1 ? undefined : bytes[at + 1]
    if (next === undefined) return cutOff('JPEG')
    if (next === 0xff) at--
    else if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
}

/** Whether a segment holds the size of the image: a start of frame, of whichever coding (B.2.2). */
export function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
}
