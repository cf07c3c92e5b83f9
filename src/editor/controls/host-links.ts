import type { LinkType } from '../bridge/index.ts'
import { messageOf } from '../images/index.ts'
import type { Editor } from '../state/index.ts'

/** Link types of the host page; without a list only if its picker can be called. */
export function linkTypesOf({ api, config }: Editor): LinkType[] {
  const canPick = config.pickLink === true && api.host !== undefined
  return (config.linkTypes ?? []).filter(({ links }) => links !== undefined || canPick)
}

/** The type whose list has the URL. */
export function typeOfLink(types: readonly LinkType[], href: string): LinkType | undefined {
  return types.find(({ links }) => links?.some((link) => link.href === href))
}

/**
 * Lets the user choose a link in the picker of the host page; undefined: none. Failures are reported to the user.
 */
export async function pickHostLink(editor: Editor, type: string, href: string): Promise<string | undefined> {
  try {
    const picked = await editor.api.host?.pickLink(href === '' ? { type } : { type, href })
    return picked?.href.trim()
  } catch (failure) {
    editor.problem.value = { message: messageOf(failure) ?? String(failure), at: performance.now() }
    return undefined
  }
}
