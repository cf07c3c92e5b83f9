import { encodeQR } from 'qr'

/** Modules of white around the code (ISO/IEC 18004, 9.1). */
const quietZone = 4

/** A QR code of the text. Black on white also in the dark theme, because some cameras read no inverted codes. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { border: quietZone })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
  return (
    <svg class="qr-code" role="img" aria-label={label} viewBox={`0 0 ${rows.length} ${rows.length}`}>
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path.join('')} fill="#000" />
    </svg>
  )
}
