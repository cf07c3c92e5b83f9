import {
  autoJoin,
  baseKeymap,
  chainCommands,
  exitCode,
  joinTextblockBackward,
  joinTextblockForward,
  splitBlockAs,
} from 'prosemirror-commands'
import { InputRule, inputRules, wrappingInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, splitListItem } from 'prosemirror-schema-list'
import { type Command, Plugin, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { limits } from '../../kernel/limits.ts'
import { parseTagged } from '../../email/data/index.ts'
import type { TextWords } from '../locale/text/index.ts'
import type { TypingContext } from './context.ts'
import { moveCaret, readSelection } from './caret.ts'
import { stepOut } from './edges.ts'
import { clearStyles, listDepth, nestItems, setLevel, toggleFlag, toggleList } from './commands.ts'
import { isBlankDoc } from './mapping.ts'
import { joinKeys } from './joining.ts'
import { leaveBelow, splitItem, stepCell } from './neighbors.ts'
import { richSchema } from './schema.ts'

const { nodes } = richSchema

/** Keys and input rules of a text. Without ProseMirror's history: the editor has one for everything. */
export function pluginsFor(context: TypingContext): Plugin[] {
  const { kind } = context.target
  const styles = kind === 'line' ? {} : styleKeys(context)
  const shape = kind === 'rich' ? shapeKeys(context) : {}
  const lists = kind === 'rich' ? [bullets, numbers] : []
  const rules = [...lists, ...(kind === 'line' ? [] : [typedUrl]), typedTag]
  return [
    new Plugin({ props: { handleKeyDown: (view, event) => handleFirst(context, view, event) } }),
    joinKeys(context),
    keymap({ ...logKeys(context), ...styles, ...shape, ...placeKeys(context) }),
    keymap(baseKeymap),
    inputRules({ rules }),
  ]
}

function logKeys({ editor }: TypingContext): Record<string, Command> {
  const undo = () => (editor.undo(), true)
  const redo = () => (editor.redo(), true)
  return { 'Mod-z': undo, 'Mod-Shift-z': redo, 'Mod-y': redo }
}

/** A command with its own undo label. */
function named({ session, words }: TypingContext, label: Parameters<TextWords['t']>[0], command: Command): Command {
  return () => (session().run(words.t(label), command), true)
}

function styleKeys(context: TypingContext): Record<string, Command> {
  return {
    'Mod-b': named(context, 'text.bold', toggleFlag('bold')),
    'Mod-i': named(context, 'text.italic', toggleFlag('italic')),
    'Mod-u': named(context, 'text.underline', toggleFlag('underline')),
    'Mod-Shift-x': named(context, 'text.strike', toggleFlag('strike')),
    'Mod-k': () => ((context.session().isLinking.value = true), true),
    'Mod-\\': named(context, 'text.clear', clearStyles),
  }
}

function shapeKeys(context: TypingContext): Record<string, Command> {
  const levels = ([1, 2, 3, 4] as const).map((level) => [
    `Mod-Alt-${level}`,
    named(context, 'text.style', setLevel(level)),
  ])
  return {
    ...(Object.fromEntries(levels) as Record<string, Command>),
    'Mod-Alt-0': named(context, 'text.style', setLevel(undefined)),
    'Mod-Shift-7': named(context, 'text.numbers', toggleList(true)),
    'Mod-Shift-8': named(context, 'text.bullets', toggleList(false)),
    Tab: (state, dispatch, view) =>
      listDepth(state) > 0 &&
      (listDepth(state) >= limits.richTextListDepth || nestItems(state, dispatch, view) || true),
    'Shift-Tab': (state, dispatch, view) =>
      listDepth(state) > 0 && (liftListItem(nodes.item)(state, dispatch, view) || true),
    Enter: chainCommands(splitListItem(nodes.item), leaveEmptyItem, splitParagraph),
    Backspace: chainCommands(liftAtStart, joinLists(joinTextblockBackward)),
    Delete: joinLists(joinTextblockForward),
  }
}

const leaveEmptyItem: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parent.content.size > 0 || listDepth(state) === 0) return false
  return liftListItem(nodes.item)(state, dispatch, view)
}

// The first Backspace removes the bullet, the next one joins the words with those above.
const liftAtStart: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parentOffset > 0 || listDepth(state) === 0) return false
  return liftListItem(nodes.item)(state, dispatch, view)
}

// Two lists that nothing separates any more become one, so that numbers go on.
function joinLists(command: Command): Command {
  return autoJoin(command, (above, below) => above.type === nodes.list && above.hasMarkup(nodes.list, below.attrs))
}

// A heading is followed by a paragraph; alignment and marks continue.
const splitParagraph: Command = (state, dispatch, view) => {
  const marks = state.storedMarks ?? state.selection.$from.marks()
  const split = splitBlockAs((node, atEnd) =>
    atEnd && node.type === nodes.paragraph
      ? { type: node.type, attrs: { align: node.attrs['align'] as unknown } }
      : null,
  )
  return split(state, dispatch && ((tr) => dispatch(tr.ensureMarks(marks))), view)
}

const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.lineBreak.create()).scrollIntoView())
  return true
}

function placeKeys(context: TypingContext): Record<string, Command> {
  const { kind, prop } = context.target
  const step =
    (by: 1 | -1): Command =>
    () =>
      stepCell(context, by)
  const steps = prop.includes('.') && kind !== 'rich' ? { Tab: step(1), 'Shift-Tab': step(-1) } : {}
  if (kind === 'line') return { ...steps, Enter: () => ((context.editor.editing.value = undefined), true) }
  const soft = { 'Shift-Enter': chainCommands(exitCode, breakLine), 'Mod-Enter': breakLine }
  if (kind === 'rich') return soft
  return { ...soft, ...steps, Enter: chainCommands(splitItem(context), leaveBelow(context), breakLine) }
}

const bullets = wrappingInputRule(/^\s*([-*•])\s$/, nodes.list, { ordered: false })
const numbers = wrappingInputRule(/^1[.)]\s$/, nodes.list, { ordered: true })

/** Converts `{{ name }}` to a tag when its last brace is typed. */
export const typedTag = new InputRule(/\{\{[^{}]{1,200}\}\}$/, (state, match, start, end) => {
  const { parts, error } = parseTagged(match[0])
  const [tag] = parts
  if (error !== undefined || parts.length !== 1 || tag === undefined || typeof tag === 'string') return null
  const node = state.schema.node('tag', { tag }, undefined, state.selection.$from.marks())
  return state.tr.replaceRangeWith(start, end, node)
})

/** Links a URL when the space after it is typed; a period or bracket after it is of the sentence. */
const typedUrl = new InputRule(/(?:^|\s)(https?:\/\/[^\s{}<>]{1,400})\s$/, (state, match, start, end) => {
  const url = withoutPunctuation(match[1] ?? '')
  const from = start + match[0].indexOf(url)
  const to = from + url.length
  const link = richSchema.marks.link.create({ link: { href: url } })
  if (url.endsWith('//') || state.doc.rangeHasMark(from, to, link.type)) return null
  return state.tr.insertText(' ', end).addMark(from, to, link)
})

function withoutPunctuation(text: string): string {
  let end = text.length
  while (end > 0 && '.,;:!?)]\'"'.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

function handleFirst(context: TypingContext, view: EditorView, event: KeyboardEvent): boolean {
  const { editor, target, session } = context
  // `selectionchange` may come after the next key: what is cut or styled is what was selected until now.
  if (view.state.selection instanceof TextSelection) readSelection(view)
  if (event.key === 'Escape') {
    editor.run('escape')
    event.preventDefault()
    return true
  }
  if (event.key === '/' && target.prop === 'text' && isBlankDoc(session().view.state.doc)) {
    editor.open.value = 'insert'
    event.preventDefault()
    return true
  }
  // After a triple click Chromium scrolls on these keys instead of moving the caret.
  if ((event.key === 'Home' || event.key === 'End') && !event.ctrlKey && !event.metaKey && !event.altKey) {
    moveCaret(view, event.key === 'Home' ? 'backward' : 'forward', 'lineboundary', event.shiftKey)
    event.preventDefault()
    return true
  }
  return stepOut(context, view, event)
}
