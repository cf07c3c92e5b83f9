import type { Node } from 'prosemirror-model'
import type { EditorView, NodeViewConstructor } from 'prosemirror-view'
import { type MergeTag, createScope, isNativeTag, printTag, readTag, sampleData } from '../../email/data/index.ts'
import { mergeFieldsOf } from '../fields/index.ts'
import type { Editor } from '../state/index.ts'
import { tagOf } from './mapping.ts'

/** The sample value of a tag, or its label if there is none; tags in the syntax of an ESP show their code. */
export function tagText(editor: Editor, tag: MergeTag): string {
  if (isNativeTag(tag)) return tag.native
  const document = editor.document.peek()
  const { text } = readTag(tag, createScope(sampleData(document.fields)), {
    locale: document.meta.lang,
    now: Date.now(),
  })
  if (text !== '') return text
  const field = mergeFieldsOf(document, editor.config).find(({ path }) => path === tag.path)
  return field?.sample ?? field?.label ?? tag.path
}

/** Renders merge tags as tinted sample values; pressing one opens its settings. */
export function tagView(editor: Editor, open: (position: number) => void): NodeViewConstructor {
  return (node: Node, view: EditorView, getPos) => {
    const dom = view.dom.ownerDocument.createElement('span')
    const render = (shown: Node) => {
      dom.textContent = tagText(editor, tagOf(shown))
      const tag = tagOf(shown)
      dom.title = isNativeTag(tag) ? tag.native : printTag(tag)
    }
    dom.setAttribute('data-tag', '')
    dom.contentEditable = 'false'
    render(node)
    dom.addEventListener('click', () => {
      const position = getPos()
      if (position !== undefined) open(position)
    })
    return {
      dom,
      ignoreMutation: () => true,
      update(next) {
        if (next.type !== node.type) return false
        render(next)
        return true
      },
    }
  }
}
