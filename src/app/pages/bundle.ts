import { readPublic } from '../public-files.ts'
import { type Html, html } from './html.ts'

/** Build manifest of a browser application: names of files in its folder. */
interface BundleManifest {
  script: string
  style: string
  preload: string[]
}

/** The elements that load an application of dist/public from `/NAME/assets`; undefined if it was not built. */
export async function bundleElements(name: 'editor' | 'console'): Promise<Html | undefined> {
  const file = await readPublic(`${name}/manifest.json`)
  if (file === undefined) return undefined
  const { script, style, preload } = JSON.parse(new TextDecoder().decode(file.bytes)) as BundleManifest
  const at = (each: string) => `/${name}/assets/${each}`
  const ahead = preload.map((each) => html`<link rel="modulepreload" href="${at(each)}" />`)
  return html`<link rel="stylesheet" href="${at(style)}" />${ahead}
    <script type="module" src="${at(script)}"></script>`
}
