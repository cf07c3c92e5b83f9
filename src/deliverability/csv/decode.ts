/**
 * Decodes a file: by its byte order mark; as UTF-16 if every other byte at the start is zero; otherwise as UTF-8, with
 * invalid lines as Windows-1252, which decodes any byte. Returns a problem if the file is not text.
 */
export function decodeTable(bytes: Uint8Array): { text: string } | { problem: string } {
  if (begins(bytes, 0x50, 0x4b)) return { problem: nameArchive(bytes) }
  if (begins(bytes, 0xd0, 0xcf)) return { problem: 'this is an old workbook; save the sheet as CSV' }
  if (begins(bytes, 0x1f, 0x8b))
    return { problem: 'this is compressed twice; send the file itself, or compress it once with gzip' }
  const wide = wideOrderOf(bytes)
  const noText = { problem: 'this is not text; save it as CSV in UTF-8' }
  // A zero byte is NUL in the other encodings too, so nothing has to be decoded to detect it.
  if (wide === undefined && bytes.includes(0)) return noText
  const text = wide === undefined ? decode(bytes) : new TextDecoder(wide).decode(bytes)
  return text.includes('\0') ? noText : { text }
}

function begins(bytes: Uint8Array, ...with_: number[]): boolean {
  return with_.every((byte, index) => bytes[index] === byte)
}

// A workbook is a ZIP archive with known file names.
function nameArchive(bytes: Uint8Array): string {
  const names = new TextDecoder('latin1').decode(bytes.subarray(0, 4096))
  return /\[Content_Types\]\.xml|xl\/|mimetype|docProps\//.test(names)
    ? 'this is a workbook; save the sheet as CSV'
    : 'this is a ZIP archive; unpack it, and send the CSV that is in it, as it is or as .csv.gz'
}

function wideOrderOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (begins(bytes, 0xff, 0xfe)) return 'utf-16le'
  return begins(bytes, 0xfe, 0xff) ? 'utf-16be' : wideOrder(bytes)
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const plain = begins(bytes, 0xef, 0xbb, 0xbf) ? bytes.subarray(3) : bytes
    return [...decodeBlocks(plain)].join('')
  }
}

const sampled = 512
const blockBytes = 64 * 1024

/** Decodes a file with invalid UTF-8 in blocks of lines, so that only one block is held twice. */
function* decodeBlocks(bytes: Uint8Array): Generator<string, void, void> {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  for (let from = 0; from < bytes.length;) {
    const end = endOfLine(bytes.indexOf(0x0a, from + blockBytes), bytes.length)
    const block = bytes.subarray(from, end)
    from = end
    let text: string | undefined
    try {
      text = utf8.decode(block)
    } catch {
      text = undefined
    }
    yield text ?? decodeLines(block)
  }
}

/** UTF-16 without a mark: letters of addresses and delimiters have their zero byte always on the same side. */
function wideOrder(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros: [even: number, odd: number] = [0, 0]
  const length = Math.min(sampled, bytes.length - (bytes.length % 2))
  for (let at = 0; at < length; at++) if (bytes[at] === 0) zeros[(at % 2) as 0 | 1]++
  const [even, odd] = zeros
  if (Math.max(even, odd) < length / 4 || length < 4) return undefined
  return even === 0 ? 'utf-16le' : odd === 0 ? 'utf-16be' : undefined
}

/**
 * Concatenated files may mix both encodings. Replacement characters reveal invalid UTF-8, and consecutive lines of one
 * encoding are decoded together, so that a million of them are as fast as one.
 */
function decodeLines(bytes: Uint8Array): string {
  const windows = new TextDecoder('windows-1252')
  // Keeps the byte order mark, so that characters and bytes stay aligned.
  const whole = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  const parts: string[] = []
  let [textFrom, byteFrom, wasBroken] = [0, 0, false]
  const end = (text: number, byte: number) => {
    parts.push(wasBroken ? windows.decode(bytes.subarray(byteFrom, byte)) : whole.slice(textFrom, text))
    ;[textFrom, byteFrom] = [text, byte]
  }
  for (let [text, byte] = [0, 0]; text < whole.length;) {
    const textEnd = endOfLine(whole.indexOf('\n', text), whole.length)
    const byteEnd = endOfLine(bytes.indexOf(0x0a, byte), bytes.length)
    const isBroken = whole.slice(text, textEnd).includes('\ufffd') && !spellsReplacement(bytes, byte, byteEnd)
    if (isBroken !== wasBroken) end(text, byte)
    wasBroken = isBroken
    ;[text, byte] = [textEnd, byteEnd]
  }
  end(whole.length, bytes.length)
  return parts.join('')
}

function endOfLine(at: number, length: number): number {
  return at === -1 ? length : at + 1
}

// A literal replacement character is valid UTF-8.
function spellsReplacement(bytes: Uint8Array, from: number, to: number): boolean {
  const at = bytes.subarray(from, to).indexOf(0xef)
  return at !== -1 && bytes[from + at + 1] === 0xbf && bytes[from + at + 2] === 0xbd
}
