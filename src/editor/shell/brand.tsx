import type { Editor } from '../state/index.ts'

/** Whose editor it is: the logo of the host, else the mark of the product unless the host wants none. Decoration. */
export function Brand({ editor }: { editor: Editor }) {
  const { logoUrl, branding } = editor.config.customization
  if (logoUrl !== undefined) return <img class="brand-logo" src={logoUrl} alt="" />
  if (!branding) return null
  return (
    <svg class="brand" viewBox="0 0 32 32" width="22" height="22" aria-hidden="true" focusable="false">
      <path class="brand-flap" d="M5 4h22a3 3 0 0 1 3 3v1.2L16 18 2 8.2V7a3 3 0 0 1 3-3z" />
      <path d="M2 11.4 16 21.2l14-9.8V25a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3z" />
    </svg>
  )
}
