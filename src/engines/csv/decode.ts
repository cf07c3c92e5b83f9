/**
 * The text of a file: by its byte order mark, else as UTF-8, else as Windows-1252, which every byte is something in. Says why
 * when the file is no text.
 */
export function decodeTable(bytes: Uint8Array): { text: string } | { problem: string } {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return { problem: 'this is a ZIP or a workbook; save the sheet as CSV' }
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) return { problem: 'this is an old workbook; save the sheet as CSV' }
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return { problem: 'this is compressed; send the file itself' }
  const text = decode(bytes)
  return text.includes('\0') ? { problem: 'this is no text' } : { text }
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
