/** Which files are published on the CDN host besides images: by content, and by the extension where systems go by that. */
import type { FileType } from '../../../email/image/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'

const accepted =
  'Send an image, a PDF, an Office document, a text such as CSV or ICS, an archive (ZIP, GZIP, 7z, RAR), a font, audio or video; ' +
  'no program, script or page.'

/**
 * Extensions that a system runs or a browser opens as a page, whatever the content: what Gmail refuses as attachments
 * (support.google.com/mail/answer/6590), pages, and scripts of servers and shells.
 */
const refusedExtensions = new Set(
  (
    'ade adp apk appx appxbundle bat cab chm cmd com cpl diagcab diagcfg diagpkg dll dmg ex ex_ exe hta img ins iso isp jar jnlp js ' +
    'jse lib lnk mde mjs msc msi msix msixbundle msp mst nsh pif ps1 scr sct shb sys vb vbe vbs vhd vhdx vxd wsc wsf wsh xll ' +
    'aab appimage application bash command crx deb desktop gadget ipa jsp php phtml pkg pl psm1 py rb reg rpm scf sh swf url war ' +
    'website xpi zsh asp aspx htm html mht mhtml shtml svg svgz xht xhtml xml xsl'
  ).split(' '),
)

/** Fails with ASSET_TYPE_REFUSED for a file whose content is of no type that is published. */
export function checkFileContent({ mime, isMixedText }: FileType): void {
  if (mime === 'application/octet-stream' && isMixedText !== true) fail('ASSET_TYPE_REFUSED', accepted)
}

/** Fails with ASSET_TYPE_REFUSED for the name of a file that is no image, when a system would run it or open it as a page. */
export function checkFileName(name: string): void {
  const extension = name.slice(0, limits.nameLength).toLowerCase().split('.').slice(1).at(-1)?.trim() ?? ''
  if (refusedExtensions.has(extension))
    fail('ASSET_TYPE_REFUSED', `Files with the extension .${extension} are not published. ${accepted}`)
}
