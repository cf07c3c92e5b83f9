import { useSignal } from '@preact/signals'
import type { Style } from '../../email/document/index.ts'
import { Button, IconButton } from '../../ui/controls/index.ts'
import { TextInput } from '../../ui/fields/index.ts'
import { Icon, chevronDownIcon, chevronRightIcon, plusIcon, trashIcon } from '../../ui/icons/index.ts'
import { FieldRow, Group } from '../controls/index.ts'
import { type PanelProps, readable, settingsTarget } from '../fields/index.ts'
import { nameFrom } from './names.ts'
import { classFields } from './style-fields.ts'

export function ClassesGroup(props: PanelProps) {
  const { editor, words } = props
  const { t } = words
  const document = editor.document.value
  const classes = document.theme.classes ?? {}
  const isLocked = editor.readOnly.value || editor.textOnly.value
  const open = useSignal<string | undefined>(undefined)
  const typed = useSignal('')
  const write = (next: Record<string, Style>) =>
    editor.change(t('change.property', { property: t('styles.classes') }), [
      { op: 'settings', props: { theme: { classes: Object.keys(next).length === 0 ? null : next } } },
    ])
  const add = () => {
    const name = nameFrom(typed.value)
    if (name === undefined || Object.hasOwn(classes, name)) return
    write({ ...classes, [name]: { size: 16 } })
    open.value = name
    typed.value = ''
  }
  return (
    <Group name="theme-classes" title={t('styles.classes')}>
      <p class="svc-hint">{t('styles.classesHint')}</p>
      <ul class="svc-items">
        {Object.keys(classes).map((name) => {
          const isUsed = JSON.stringify(document.rows).includes(`"${name}"`)
          const isOpen = open.value === name
          return (
            <li key={name} class={`svc-item${isOpen ? ' svc-open' : ''}`}>
              <div class="svc-item-row">
                <button
                  type="button"
                  class="svc-item-head"
                  aria-expanded={isOpen}
                  onClick={() => (open.value = isOpen ? undefined : name)}
                >
                  <Icon d={isOpen ? chevronDownIcon : chevronRightIcon} size={14} />
                  <span>{readable(name)}</span>
                </button>
                {isLocked || isUsed ? null : (
                  <IconButton
                    dense
                    danger
                    icon={trashIcon}
                    label={t('list.remove', { name: readable(name) })}
                    onClick={() => {
                      const { [name]: _gone, ...others } = classes
                      write(others)
                    }}
                  />
                )}
              </div>
              {isOpen ? (
                <div class="svc-item-fields">
                  {classFields.map((field) => (
                    <FieldRow
                      key={field.prop}
                      {...props}
                      field={field}
                      target={settingsTarget(props, `theme.classes.${name}`)}
                    />
                  ))}
                </div>
              ) : null}
            </li>
          )
        })}
      </ul>
      {isLocked ? null : (
        <div class="svc-line-row">
          <TextInput
            label={t('styles.className')}
            placeholder={t('styles.className')}
            value={typed.value}
            onChange={(text) => (typed.value = text)}
            onKeyDown={(event) => event.key === 'Enter' && add()}
          />
          <Button icon={plusIcon} disabled={nameFrom(typed.value) === undefined} onClick={add}>
            {t('list.add')}
          </Button>
        </div>
      )}
    </Group>
  )
}
