import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { IconButton, Toolbar, ToolbarGap } from '../../ui/controls/index.ts'
import {
  alignCenterIcon,
  alignJustifyIcon,
  alignLeftIcon,
  alignRightIcon,
  boldIcon,
  clearIcon,
  codeIcon,
  headingIcon,
  italicIcon,
  itemSpacingIcon,
  linkedIcon,
  listIcon,
  listOrderedIcon,
  moreIcon,
  strikeIcon,
  stylesIcon,
  tagIcon,
  underlineIcon,
} from '../../ui/icons/index.ts'
import { type MenuItem, MenuButton, Popover } from '../../ui/overlays/index.ts'
import { FieldPicker } from '../controls/index.ts'
import { type MergeField, mergeFieldsOf } from '../fields/index.ts'
import type { TypingKey } from '../locale/text/index.ts'
import type { Editor } from '../state/index.ts'
import { type Flag, clearStyles, stylesAt, setAlign, setLevel, toggleFlag, toggleList } from './commands.ts'
import { ItemSpacing } from './item-spacing.tsx'
import { type TypingProps, typingOf } from './context.ts'
import { StylePopover } from './style-popover.tsx'

/** Tools of the edited text, as far as its kind supports marks. */
export function TextTools({ editor }: { editor: Editor }) {
  const typing = typingOf(editor).value
  if (typing === undefined) return null
  const { kind } = typing.session.target
  if (kind === 'line' && mergeFieldsOf(editor.document.value, editor.config).length === 0) return null
  const props = { editor, ...typing }
  return (
    <div
      class="selection-tools text-tools"
      dir={editor.words.dir}
      // The caret stays in the text while buttons are pressed.
      onPointerDown={(event) =>
        event.target instanceof Element &&
        event.target.closest('input, select, [popover]') === null &&
        event.preventDefault()
      }
      onMouseDown={(event) =>
        event.target instanceof Element &&
        event.target.closest('input, select, [popover]') === null &&
        event.preventDefault()
      }
      onKeyDown={(event) => leaveToText(event, typing.session.view)}
    >
      <Toolbar label={typing.words.t('text.tools')}>
        {kind === 'line' ? null : <Flags {...props} />}
        {kind === 'rich' ? <Shapes {...props} /> : null}
        {kind === 'line' ? null : <More {...props} />}
        <TagButton {...props} />
      </Toolbar>
    </div>
  )
}

const flagTools: readonly { flag: Flag; icon: string; keys: string }[] = [
  { flag: 'bold', icon: boldIcon, keys: 'Mod+B' },
  { flag: 'italic', icon: italicIcon, keys: 'Mod+I' },
  { flag: 'underline', icon: underlineIcon, keys: 'Mod+U' },
  { flag: 'strike', icon: strikeIcon, keys: 'Mod+Shift+X' },
]

function Flags(props: TypingProps) {
  const { session, words } = props
  const styles = stylesAt(session.state.value)
  const isOpen = useSignal(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      {flagTools.map(({ flag, icon, keys }) => (
        <IconButton
          key={flag}
          dense
          icon={icon}
          keys={keys}
          label={words.t(`text.${flag}` as TypingKey)}
          pressed={styles.flags.has(flag)}
          onClick={() => session.run(words.t(`text.${flag}` as TypingKey), toggleFlag(flag))}
        />
      ))}
      <IconButton
        dense
        icon={linkedIcon}
        keys="Mod+K"
        label={words.t('text.link')}
        pressed={styles.link !== undefined}
        opens="dialog"
        expanded={session.isLinking.value}
        onClick={() => (session.isLinking.value = true)}
      />
      <IconButton
        dense
        icon={stylesIcon}
        label={words.t('text.formatting')}
        opens="dialog"
        expanded={isOpen.value}
        buttonRef={button}
        onClick={() => (isOpen.value = !isOpen.value)}
      />
      {isOpen.value ? <StylePopover {...props} anchor={button} onClose={() => (isOpen.value = false)} /> : null}
    </>
  )
}

const aligns = [
  { align: 'left', icon: alignLeftIcon, key: 'text.alignLeft' },
  { align: 'center', icon: alignCenterIcon, key: 'text.alignCenter' },
  { align: 'right', icon: alignRightIcon, key: 'text.alignRight' },
  { align: 'justify', icon: alignJustifyIcon, key: 'text.alignJustify' },
] as const

function Shapes(props: TypingProps) {
  const { editor, session, words } = props
  const { t } = words
  const styles = stylesAt(session.state.value)
  const lists = [
    { kind: 'bullets', icon: listIcon, keys: 'Mod+Shift+8' },
    { kind: 'numbers', icon: listOrderedIcon, keys: 'Mod+Shift+7' },
  ] as const
  const levels = ([undefined, 1, 2, 3, 4] as const).map((level): MenuItem => ({
    label: level === undefined ? t('text.paragraph') : t('text.heading', { level }),
    checked: styles.level === level,
    keys: `Mod+Alt+${level ?? 0}`,
    run: () => session.run(t('text.style'), setLevel(level)),
  }))
  const sides: MenuItem[] = [
    {
      label: t('text.alignBlock'),
      checked: styles.align === undefined,
      run: () => session.run(t('text.align'), setAlign(undefined)),
    },
    ...aligns.map(({ align, icon, key }): MenuItem => ({
      label: t(key),
      icon,
      checked: styles.align === align,
      run: () => session.run(t('text.align'), setAlign(align)),
    })),
  ]
  const own = aligns.find(({ align }) => align === styles.align)
  const isSpacingOpen = useSignal(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <ToolbarGap />
      {lists.map(({ kind, icon, keys }) => (
        <IconButton
          key={kind}
          dense
          icon={icon}
          keys={keys}
          label={t(`text.${kind}`)}
          pressed={styles.list === (kind === 'numbers' ? 'ordered' : kind)}
          onClick={() => session.run(t(`text.${kind}`), toggleList(kind === 'numbers'))}
        />
      ))}
      {styles.list === undefined ? (
        <>
          <MenuButton dense icon={headingIcon} label={t('text.style')} items={() => levels} />
          <MenuButton
            dense
            icon={own?.icon ?? (editor.document.value.meta.dir === 'rtl' ? alignRightIcon : alignLeftIcon)}
            label={t('text.align')}
            items={() => sides}
          />
        </>
      ) : (
        <>
          <IconButton
            dense
            icon={itemSpacingIcon}
            label={t('text.itemSpacing')}
            opens="dialog"
            expanded={isSpacingOpen.value}
            buttonRef={button}
            onClick={() => (isSpacingOpen.value = !isSpacingOpen.value)}
          />
          {isSpacingOpen.value ? (
            <ItemSpacing {...props} anchor={button} onClose={() => (isSpacingOpen.value = false)} />
          ) : null}
        </>
      )}
    </>
  )
}

function More({ session, words: { t } }: TypingProps) {
  const styles = stylesAt(session.state.value)
  const flags = (['sup', 'sub', 'code'] as const).map((flag): MenuItem => ({
    label: t(`text.${flag}`),
    checked: styles.flags.has(flag),
    ...(flag === 'code' ? { icon: codeIcon } : {}),
    run: () => session.run(t(`text.${flag}`), toggleFlag(flag)),
  }))
  const clear: MenuItem = {
    label: t('text.clear'),
    icon: clearIcon,
    keys: 'Mod+\\',
    run: () => session.run(t('text.clear'), clearStyles),
  }
  return <MenuButton dense icon={moreIcon} label={t('text.more')} items={() => [...flags, 'line', clear]} />
}

function TagButton({ editor, session, words, panelWords }: TypingProps) {
  const isOpen = useSignal(false)
  const button = useRef<HTMLButtonElement>(null)
  const fields = mergeFieldsOf(editor.document.value, editor.config)
  if (fields.length === 0) return null
  const insert = ({ path }: MergeField) => {
    isOpen.value = false
    session.run(words.t('text.tag'), (state, dispatch) => {
      const node = state.schema.node(
        'tag',
        { tag: { path } },
        undefined,
        state.storedMarks ?? state.selection.$from.marks(),
      )
      dispatch?.(state.tr.replaceSelectionWith(node, false).scrollIntoView())
      return true
    })
  }
  return (
    <>
      {session.target.kind === 'line' ? null : <ToolbarGap />}
      <IconButton
        dense
        icon={tagIcon}
        label={words.t('text.tag')}
        opens="dialog"
        expanded={isOpen.value}
        buttonRef={button}
        onClick={() => (isOpen.value = !isOpen.value)}
      />
      {isOpen.value ? (
        <Popover anchor={button} label={words.t('text.tag')} onClose={() => (isOpen.value = false)}>
          <FieldPicker words={panelWords} fields={fields} onPick={insert} />
        </Popover>
      ) : null}
    </>
  )
}

// Keys pressed here must not reach the selected block.
function leaveToText(event: KeyboardEvent, view: { focus(): void }): void {
  event.stopPropagation()
  if (event.key !== 'Escape' || event.defaultPrevented) return
  event.preventDefault()
  view.focus()
}
