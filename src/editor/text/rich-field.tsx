import { baseKeymap, chainCommands } from 'prosemirror-commands'
import { inputRules } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { splitListItem } from 'prosemirror-schema-list'
import { EditorState } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { type Marks, type RichText, isEqual } from '../../email/document/index.ts'
import type { Editor } from '../state/index.ts'
import { toggleFlag } from './commands.ts'
import { typedTag } from './keys.ts'
import { docToRich, isBlankDoc, richToDoc } from './mapping.ts'
import { richSchema } from './schema.ts'
import { tagView } from './tag-view.ts'

export interface RichFieldProps {
  editor: Editor
  /** Undefined if there is no text yet. */
  value: RichText | undefined
  /** Its first paragraph and marks are those of a new text. */
  model: RichText
  label: string
  describedBy?: string | undefined
  lang: string
  dir: 'ltr' | 'rtl'
  disabled?: boolean | undefined
  /** Undefined if the text was emptied. */
  onChange: (value: RichText | undefined) => void
}

const { nodes } = richSchema

/** A formatted text in a panel; marks, links, lists and merge fields stay as they are edited around. */
export function RichField({ model, value, ...props }: RichFieldProps) {
  const mount = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | undefined>(undefined)
  const latest = useRef({ model, value, ...props })
  latest.current = { model, value, ...props }

  useLayoutEffect(() => {
    if (mount.current === null) return undefined
    const { editor } = props
    const history = { 'Mod-z': () => (editor.undo(), true), 'Mod-y': () => (editor.redo(), true) }
    const own = new EditorView(
      { mount: mount.current },
      {
        state: EditorState.create({
          doc: docOf(value, model),
          storedMarks: value === undefined ? marksOf(model) : null,
          plugins: [
            keymap({
              ...history,
              'Mod-Shift-z': history['Mod-y'],
              'Mod-b': toggleFlag('bold'),
              'Mod-i': toggleFlag('italic'),
              'Mod-u': toggleFlag('underline'),
              'Shift-Enter': (state, dispatch) => {
                dispatch?.(state.tr.replaceSelectionWith(nodes.lineBreak.create()).scrollIntoView())
                return true
              },
              Enter: chainCommands(splitListItem(nodes.item), baseKeymap['Enter'] ?? (() => false)),
            }),
            keymap(baseKeymap),
            inputRules({ rules: [typedTag] }),
          ],
        }),
        nodeViews: { tag: tagView(editor, () => undefined) },
        editable: () => latest.current.disabled !== true,
        dispatchTransaction(tr) {
          own.updateState(own.state.apply(tr))
          if (!tr.docChanged || tr.getMeta('shown') === true) return
          latest.current.onChange(isBlankDoc(own.state.doc) ? undefined : docToRich(own.state.doc))
        },
      },
    )
    view.current = own
    return () => own.destroy()
  }, [])

  // Shows what undo, others or a button changed, not what was typed here.
  useLayoutEffect(() => {
    const own = view.current
    if (own === undefined) return
    const shown = isBlankDoc(own.state.doc) ? undefined : docToRich(own.state.doc)
    if (isEqual(shown, value)) return
    const { tr } = own.state
    tr.replaceWith(0, own.state.doc.content.size, docOf(value, model).content).setMeta('shown', true)
    own.dispatch(value === undefined ? tr.setStoredMarks(marksOf(model)) : tr)
  }, [value])

  return (
    <div
      ref={mount}
      class="svc-input svc-area svc-rich-field"
      role="textbox"
      aria-multiline="true"
      aria-label={props.label}
      aria-describedby={props.describedBy}
      aria-disabled={props.disabled === true ? 'true' : undefined}
      lang={props.lang}
      dir={props.dir}
      spellcheck
    />
  )
}

function docOf(value: RichText | undefined, model: RichText) {
  if (value !== undefined) return richToDoc(value)
  const [first] = model
  return richToDoc([first?.type === 'paragraph' ? { ...first, runs: [] } : { type: 'paragraph', runs: [] }])
}

// A new text in a bold heading is bold, but leads nowhere.
function marksOf(model: RichText) {
  const [first] = model
  const run = first?.type === 'paragraph' ? first.runs[0] : undefined
  if (run === undefined || 'break' in run) return null
  const { link: _, ...marks }: Marks = run
  const [line] = richToDoc([{ type: 'paragraph', runs: [{ ...marks, text: 'x' }] }]).children
  return line?.firstChild?.marks ?? null
}
