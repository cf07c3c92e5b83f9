import type { Node } from '../../email/document/index.ts'
import { IconButton } from '../../ui/controls/index.ts'
import { Icon, eyeIcon, eyeOffIcon, lockIcon, phoneIcon, settingsIcon, unlockIcon } from '../../ui/icons/index.ts'
import { isRefused, lockRefusal } from '../actions/index.ts'
import { type PanelProps, writeNode } from '../fields/index.ts'
import { iconOfNode } from '../stage/index.ts'

export interface InspectorHeadProps extends PanelProps {
  node: Node
  name: string
  kind: 'section' | 'structure' | 'block'
}

/** The selected node, with buttons to hide it on the shown device and to lock it. */
export function InspectorHead({ editor, words, node, name, kind }: InspectorHeadProps) {
  const { t } = words
  const device = editor.device.value
  const isHidden = node.hide?.[device] === true
  const isLocked = node.lock !== undefined
  const isReadOnly = editor.readOnly.value
  const reason = lockRefusal(editor, [node.id], 'content')
  const hide = () => {
    if (isRefused(editor, reason)) return
    const { [device]: _now, ...others } = node.hide ?? {}
    const hidden = isHidden ? others : { ...others, [device]: true as const }
    const value = Object.keys(hidden).length === 0 ? undefined : hidden
    writeNode(editor, node, { prop: 'hide', value, label: t(isHidden ? 'change.show' : 'change.hide', { name }) })
  }
  return (
    <header class={`svc-inspector-head svc-of-${kind}`}>
      <Icon d={iconOfNode(node)} />
      <h2>{name}</h2>
      {device === 'mobile' ? (
        <span class="svc-mobile-note" data-tip={t('inspector.mobileHint')}>
          <Icon d={phoneIcon} size={14} />
          {t('inspector.mobile')}
        </span>
      ) : null}
      {isReadOnly ? null : (
        <>
          <IconButton
            icon={isHidden ? eyeOffIcon : eyeIcon}
            label={t(device === 'mobile' ? 'inspector.hideOnPhones' : 'inspector.hideOnDesktop')}
            pressed={isHidden}
            disabled={reason !== undefined}
            reason={reason}
            onClick={hide}
          />
          {isLocked || editor.mayUnlock ? (
            <IconButton
              icon={isLocked ? lockIcon : unlockIcon}
              label={editor.words.t('command.lock')}
              pressed={isLocked}
              disabled={!editor.mayUnlock}
              onClick={() => editor.run('lock')}
            />
          ) : null}
        </>
      )}
      <IconButton
        icon={settingsIcon}
        label={t('inspector.emailSettings')}
        onClick={() => (editor.selection.value = undefined)}
      />
    </header>
  )
}
