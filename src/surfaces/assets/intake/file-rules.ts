/**
 * The types of non-image files that the CDN host publishes: checked by content, and by extension for types that systems
 * identify that way.
 */
import type { FileType } from '../../../email/image/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'

const accepted =
  'Supported: images, PDF, Office documents, text such as CSV or ICS, archives (ZIP, GZIP, 7z, RAR), fonts, audio ' +
  'and video. Programs, scripts and web pages are rejected.'

/**
 * Extensions that a system executes or a browser opens as a page, whatever the content: those that Gmail blocks as
 * attachments (support.google.com/mail/answer/6590), web pages, and scripts of servers and shells.
 */
const refusedExtensions = new Set(
  (
    'ade adp apk appx appxbundle bat cab chm cmd com cpl diagcab diagcfg diagpkg dll dmg ex ex_ exe hta img ins iso isp jar jnlp js ' +
    'jse lib lnk mde mjs msc msi msix msixbundle msp mst nsh pif ps1 scr sct shb sys vb vbe vbs vhd vhdx vxd wsc wsf wsh xll ' +
    'aab appimage application bash command crx deb desktop gadget ipa jsp php phtml pkg pl psm1 py rb reg rpm scf sh swf url war ' +
    'website xpi zsh asp aspx htm html mht mhtml shtml svg svgz xht xhtml xml xsl'
  ).split(' '),
)

/** Fails with ASSET_TYPE_REFUSED if the content has no type that is published. */
export function checkFileContent({ mime, isMixedText }: FileType): void {
  if (mime === 'application/octet-stream' && isMixedText !== true) fail('ASSET_TYPE_REFUSED', accepted)
}

/** Fails with ASSET_TYPE_REFUSED for the name of a non-image file that a system would execute or open as a page. */
export function checkFileName(name: string): void {
  const extension = name.slice(0, limits.nameLength).toLowerCase().split('.').slice(1).at(-1)?.trim() ?? ''
  if (refusedExtensions.has(extension))
    fail('ASSET_TYPE_REFUSED', `Files with the extension .${extension} are not published. ${accepted}`)
}
