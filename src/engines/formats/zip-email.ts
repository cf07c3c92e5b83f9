import JSZip from 'jszip'
import { fileName, freeName } from './file-names.ts'

export interface ZipFile {
  /** Path inside the archive; `/` separates folders. */
  name: string
  content: Uint8Array | string
}

// Their bytes are compressed already; deflating them again costs time and gains nothing.
const isCompressed = /\.(png|jpe?g|gif|webp|avif|zip|gz|woff2?|pdf)$/i
// The first moment a DOS time can name, so that the same files give the same archive.
const date = new Date(Date.UTC(1980, 0, 1))

/**
 * Packs the files in the order given; the same files give the same bytes. Each step of a name is made safe, so that no
 * archive leads outside the folder it is unpacked in, and a name that is taken (capitals aside) gets a number.
 */
export async function zipEmail(files: readonly ZipFile[]): Promise<Uint8Array> {
  const archive = new JSZip()
  const taken = new Set<string>()
  for (const { name, content } of files) {
    archive.file(freeName(safePath(name), taken), content, {
      date,
      createFolders: false,
      compression: isCompressed.test(name) ? 'STORE' : 'DEFLATE',
      compressionOptions: { level: 9 },
    })
  }
  return archive.generateAsync({ type: 'uint8array', platform: 'DOS' })
}

function safePath(name: string): string {
  const steps = name.split(/[/\\]/).filter((step) => step !== '' && step !== '.' && step !== '..')
  return steps.length === 0 ? 'file' : steps.map((step) => safeStep(step)).join('/')
}

function safeStep(step: string): string {
  const dot = step.lastIndexOf('.')
  const extension = dot > 0 ? step.slice(dot + 1) : ''
  return /^[A-Za-z0-9]{1,10}$/.test(extension)
    ? fileName(step.slice(0, dot), extension, 'file')
    : fileName(step, '', 'file')
}
