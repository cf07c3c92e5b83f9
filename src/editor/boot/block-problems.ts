import { checkOwnDeclarations } from '../../email/document/index.ts'
import type { EditorConfig } from '../bridge/index.ts'

/** Problems of the blocks that the host page declares, with the member as in its code, such as `blocks[0].fields[1].kind`. */
export function blockProblems(blocks: EditorConfig['blocks'] = []): { index: number; message: string }[] {
  return checkOwnDeclarations(blocks).map(({ path, message }) => {
    const [index = '', ...members] = path.slice(1).split('/')
    const member = members.map((each) => (/^\d+$/.test(each) ? `[${each}]` : `.${each}`)).join('')
    return { index: Number(index), message: `blocks[${index}]${member} ${message}` }
  })
}
